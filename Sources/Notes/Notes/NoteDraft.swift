/// A note as it is being written: everything that a form holds, before anybody has looked whether it makes sense.
public struct NoteDraft: Hashable, Sendable {
    /// What one field holds so far.
    public struct Value: Hashable, Sendable {
        /// The text.
        public var text: String
        /// How it is said.
        public var pronunciation: String

        /// A value; unless told otherwise empty.
        public init(_ text: String = "", pronunciation: String = "") {
            self.text = text
            self.pronunciation = pronunciation
        }
    }

    /// Names the fields.
    public var type: NoteTypeID
    /// Where the note is to lie.
    public var deck: DeckID
    /// What was written; a note of languages has one entry for each language that the form shows.
    public var values: [FieldID: Value]
    /// All tags in one line.
    public var tags: String
    /// What kind of word it is, if it is one.
    public var wordType: WordType?
    /// Where it lies; nil where the form does not ask, and the note stays where it is.
    public var place: WrittenPlace?

    /// A draft; unless told otherwise an empty one.
    public init(
        type: NoteTypeID,
        deck: DeckID,
        values: [FieldID: Value] = [:],
        tags: String = "",
        wordType: WordType? = nil,
        place: WrittenPlace? = nil
    ) {
        self.type = type
        self.deck = deck
        self.values = values
        self.tags = tags
        self.wordType = wordType
        self.place = place
    }

    /// The draft that a note is edited as.
    public init(_ note: Note) {
        self.init(
            type: note.type,
            deck: note.deck,
            values: note.values.mapValues {
                Value($0.text, pronunciation: $0.pronunciation ?? "")
            },
            tags: note.tags.map(\.text).joined(separator: " "),
            wordType: note.wordType,
            place: note.place.map { WrittenPlace($0) }
        )
    }
}

extension NoteDraft {
    /// The most bytes one field may have.
    public static let longestText = 100_000
    /// The most tags a note may have.
    public static let mostTags = 100

    /// The draft without space around what was written.
    public var trimmed: NoteDraft {
        var draft = self
        draft.values = values.mapValues {
            Value($0.text.trimmed, pronunciation: $0.pronunciation.trimmed)
        }
        draft.tags = tags.trimmed
        if let place, place.text != place.text.trimmed {
            draft.place = WrittenPlace(place.text.trimmed)
        }
        return draft
    }

    /// What is written, over what the note held: an empty field goes, and what a program kept with a value stays.
    public func values(over old: [FieldID: FieldValue]) -> [FieldID: FieldValue] {
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

    /// Where the note lies then, that lay somewhere before.
    public func place(over old: Place?) -> Place? {
        guard let place else { return old }
        return place.place(over: old)
    }

    /// The tags, each once: words between which stand spaces or commas.
    ///
    /// A tag that has a comma in it, as Anki allows, is one of the `known` ones.
    public func tagNames(known: [TagName] = []) -> [String] {
        let known = Set(known.map(\.text))
        var seen: Set<String> = []
        return tags.split(whereSeparator: \.isWhitespace)
            .flatMap { known.contains(String($0)) ? [$0] : $0.split(whereSeparator: Self.isComma) }
            .map(String.init)
            .filter { seen.insert($0.caseFolded).inserted }
    }

    private static func isComma(_ character: Character) -> Bool { ",،、，".contains(character) }
}
