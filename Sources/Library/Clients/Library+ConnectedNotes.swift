internal import Languages
package import LibraryValues
package import Notes
internal import Storage

extension Library {
    /// Notes outside the bin with all their cards, in the given order; others are left out.
    package func connectedNotes(_ ids: [NoteID]) throws(LibraryError) -> [ConnectedNote] {
        try read { reader in
            var notes = try ConnectedNotes(reader, reading: japanese)
            return try notes.notes(ids, with: reader)
        }
    }

    /// Adds notes whose fields were checked already, all or none.
    ///
    /// - Returns: Their identifiers, in the given order.
    package func add(
        _ drafts: [ConnectedDraft],
        by author: BrowserNumber?
    ) throws(LibraryError) -> [NoteID] {
        var ids: [NoteID] = []
        _ = try change(by: author) { writer, recorder, moment in
            let decks = Set(try writer.decks().map(\.id))
            var random = random
            let mark = Int64.random(in: 0..<(1 << 20), using: &random)
            var first = NoteID(at: moment.milliseconds, marked: mark)
            var notes: [Note] = []
            for draft in drafts {
                guard decks.contains(draft.deck) else {
                    throw LibraryError.refused("This deck no longer exists.")
                }
                while try writer.note(first) != nil { first = first.next }
                let note = Note(
                    id: first,
                    guid: NoteGUID(rawValue: first.description),
                    type: draft.type,
                    deck: draft.deck,
                    values: draft.values,
                    tags: draft.tags,
                    place: draft.place,
                    made: moment
                )
                try recorder.put(note, with: writer)
                notes.append(note)
                first = first.next
            }
            ids = notes.map(\.id)
            return "Added \(try notes.quoted(with: writer))"
        }
        return ids
    }

    /// Changes a note outside the bin; nil where there is none, or nothing changed.
    ///
    /// - Parameter edit: Changes the note's values, tags or type.
    package func edit(
        _ id: NoteID,
        by author: BrowserNumber?,
        _ edit: (inout Note) throws -> Void
    ) throws(LibraryError) -> Change? {
        try change(by: author) { writer, recorder, moment in
            guard let note = try writer.note(id), note.binned == nil else {
                throw LibraryError.refused("This card was deleted. It may be in the bin.")
            }
            var edited = note
            try edit(&edited)
            if edited != note { edited.changed = moment }
            try recorder.put(edited, with: writer)
            return "Changed \(try edited.quoted(with: writer))"
        }
    }

    /// Moves cards to a deck: a note whose cards are all moved becomes one of that deck.
    package func move(
        _ cards: [CardID],
        to deck: DeckID,
        by author: BrowserNumber?
    ) throws(LibraryError) -> Change? {
        try change(by: author) { writer, recorder, _ in
            let name = try Self.deck(deck, with: writer).name.title
            let wanted = Set(cards)
            var reader = try ConnectedNotes(writer, reading: japanese)
            let notes = try reader.notes(Array(Set(cards.map(\.note))).sorted(), with: writer)
            for note in notes {
                let moved = note.cards.filter { wanted.contains($0.id) && $0.deck != deck }
                guard !moved.isEmpty else { continue }
                let others = note.cards.filter { !wanted.contains($0.id) && $0.deck != deck }
                guard others.isEmpty else {
                    let own = note.note.deck == deck ? nil : deck
                    try recorder.mark(moved.map(\.id), with: writer) { $0.deck = own }
                    continue
                }
                try recorder.move([note.note.id], from: note.note.deck, to: deck, with: writer)
                let own = note.cards.filter { $0.marks.deck != nil }.map(\.id)
                try recorder.mark(own, with: writer) { $0.deck = nil }
            }
            return "Moved \("\(cards.count) cards" as Phrase) to “\(name)”"
        }
    }

    /// Other notes outside the bin whose prompt may be that of a note: candidates for a closer look.
    ///
    /// - Parameter ofAllTypes: Whether to look at notes of other types too.
    package func notesWithPrompt(
        of note: Note,
        isHTML: Bool,
        ofAllTypes: Bool
    ) throws(LibraryError) -> [Note] {
        try read { reader in
            let type = ofAllTypes ? nil : note.type
            var ids = try reader.notes(withPrompt: note.promptKey, of: type)
            if note.promptKey.isEmpty {
                // The longest part of a name that HTML and JSON write as it is.
                let name = note.prompt.split { !$0.isLetter && !$0.isNumber }.max {
                    $0.count < $1.count
                }
                ids += try name.map { try reader.notes(withoutPromptContaining: String($0)) } ?? []
            } else if isHTML || ofAllTypes {
                ids += try reader.search(
                    SearchQuery(Self.words(of: note.prompt.asPlainText)),
                    limit: 200,
                    isCounted: false,
                    on: try searchDay(reader, offset: 0)
                ).notes
            }
            return try Set(ids).sorted().compactMap { id in
                guard let other = try reader.note(id), other.id != note.id,
                    type == nil || other.type == type
                else { return nil }
                return other
            }
        }
    }

    /// Matches notes with all words of a text; none if it has no words.
    private static func words(of text: String) -> SearchExpression {
        let terms = text.split { !$0.isLetter && !$0.isNumber }.prefix(8).compactMap { word in
            SearchPattern(text: String(word)).map {
                SearchExpression.term(.text(SearchText($0, isQuoted: true)))
            }
        }
        switch terms.count {
        case 0: return .all([.term(.state(.new)), .not(.term(.state(.new)))])
        case 1: return terms[0]
        default: return .all(terms)
        }
    }
}

/// A note that a program adds, with the checked values of its fields.
package struct ConnectedDraft: Sendable {
    package var type: NoteTypeID
    package var deck: DeckID
    package var values: [FieldID: FieldValue]
    package var tags: [TagName]
    package var place: Place?

    package init(
        type: NoteTypeID,
        deck: DeckID,
        values: [FieldID: FieldValue],
        tags: [TagName],
        place: Place? = nil
    ) {
        self.type = type
        self.deck = deck
        self.values = values
        self.tags = tags
        self.place = place
    }
}
