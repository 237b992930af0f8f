/// The unvalidated contents of the note form.
package struct NoteDraft: Hashable, Sendable {
    /// The contents of one field.
    package struct Value: Hashable, Sendable {
        package var text: String
        package var pronunciation: String

        package init(_ text: String = "", pronunciation: String = "") {
            self.text = text
            self.pronunciation = pronunciation
        }
    }

    /// The note type, which defines the fields.
    package var type: NoteTypeID
    /// The deck that the note is for.
    package var deck: DeckID
    /// The field contents; a note of languages has one for each language that the form shows.
    package var values: [FieldID: Value]
    /// All tags, separated by spaces or commas.
    package var tags: String
    /// The part of speech, if it is a word.
    package var wordType: WordType?
    /// The position on the map; nil leaves the note's position unchanged because the form has no such field.
    package var place: PlaceInput?

    package init(
        type: NoteTypeID,
        deck: DeckID,
        values: [FieldID: Value] = [:],
        tags: String = "",
        wordType: WordType? = nil,
        place: PlaceInput? = nil
    ) {
        self.type = type
        self.deck = deck
        self.values = values
        self.tags = tags
        self.wordType = wordType
        self.place = place
    }

    package init(_ note: Note) {
        self.init(
            type: note.type,
            deck: note.deck,
            values: note.values.mapValues {
                Value($0.text, pronunciation: $0.pronunciation ?? "")
            },
            tags: note.tags.map(\.text).joined(separator: " "),
            wordType: note.wordType,
            place: note.place.map { PlaceInput($0) }
        )
    }
}

extension NoteDraft {
    /// The maximum size of a field in bytes.
    package static let longestText = 100_000
    package static let mostTags = 100

    /// The draft with surrounding space trimmed from its texts, which are empty if they show nothing.
    package var trimmed: NoteDraft {
        var draft = self
        draft.values = values.mapValues {
            Value($0.text.visible, pronunciation: $0.pronunciation.visible)
        }
        draft.tags = tags.trimmed
        if let place, place.text != place.text.trimmed {
            draft.place = PlaceInput(place.text.trimmed)
        }
        return draft
    }

    /// The old values updated by the draft: empty fields are removed, and other programs' data is preserved.
    package func values(over old: [FieldID: FieldValue]) -> [FieldID: FieldValue] {
        var result = old
        for (field, value) in values {
            let pronunciation = value.pronunciation.isEmpty ? nil : value.pronunciation
            guard !value.text.isEmpty || pronunciation != nil else {
                result[field] = nil
                continue
            }
            var stored = old[field] ?? FieldValue("")
            if stored.text != value.text || stored.pronunciation != pronunciation {
                stored.origin = .typed
            }
            stored.text = value.text
            stored.pronunciation = pronunciation
            result[field] = stored
        }
        return result
    }

    /// The note's new position, given its old one.
    package func place(over old: Place?) -> Place? {
        guard let place else { return old }
        return place.place(over: old)
    }

    /// The tags without duplicates, which are separated by spaces or commas.
    ///
    /// A tag that contains a comma, which Anki allows, is recognized only if it is among `known`.
    package func tagNames(known: [TagName] = []) -> [String] {
        let known = Set(known.map(\.text))
        var seen: Set<String> = []
        return tags.split(whereSeparator: \.isWhitespace)
            .flatMap { known.contains(String($0)) ? [$0] : $0.split(whereSeparator: Self.isComma) }
            .map(String.init)
            .filter { !$0.visible.isEmpty && seen.insert($0.caseFolded).inserted }
    }

    private static func isComma(_ character: Character) -> Bool { ",،、，".contains(character) }
}
