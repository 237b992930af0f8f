internal import Languages
package import LibraryValues
package import Notes
internal import Storage

extension Library {
    /// An empty form for a new note; nil where there is no deck.
    ///
    /// - Parameters:
    ///   - type: The type of the note; defaults to the type of the latest note in the deck.
    ///   - deck: The name of its deck; defaults to the deck of the latest note, also if no deck has the name.
    package func newNoteForm(
        type: NoteTypeID? = nil,
        deck: String? = nil
    ) throws(LibraryError) -> NoteForm? {
        try read { reader in
            let decks = try reader.decks()
            let latest = try reader.latestNote()
            let hierarchy = DeckHierarchy(decks)
            let named = deck.flatMap { DeckName($0) }.flatMap { hierarchy.deck(named: $0) }
            guard
                let deck = named ?? decks.first(where: { $0.id == latest?.deck })
                    ?? decks.first
            else { return nil }
            let types = try reader.noteTypes()
            let neighbour = try reader.latestNote(in: deck.id)
            let wanted = type ?? neighbour?.type ?? NoteType.basic.id
            guard let type = types[wanted] ?? types[NoteType.basic.id] else { return nil }
            var draft = NoteDraft(type: type.id, deck: deck.id)
            if type.cards == .languages {
                for language in hierarchy.languages(of: deck, neighbour: neighbour) {
                    draft.values[.language(language)] = NoteDraft.Value()
                }
            }
            return NoteForm(
                type: type,
                types: Self.offered(types),
                decks: decks,
                draft: draft,
                languageOrder: hierarchy.settings(of: deck).languageOrder ?? [],
                askedLanguages: Self.askedLanguages(of: deck.id, among: decks)
            )
        }
    }

    /// The form that edits a note; nil where there is none outside the bin.
    package func noteForm(_ id: NoteID) throws(LibraryError) -> NoteForm? {
        try read { reader in
            guard let note = try reader.note(id), note.binned == nil,
                let type = try reader.noteType(note.type)
            else { return nil }
            let decks = try reader.decks()
            return NoteForm(
                note: id,
                seen: NoteSnapshot(note),
                type: type,
                types: [type],
                decks: decks,
                draft: NoteDraft(note),
                languageOrder: Self.languageOrder(of: note.deck, among: decks),
                askedLanguages: Self.askedLanguages(of: note.deck, among: decks)
            )
        }
    }

    /// The form for an unsaved draft; nil where its type or every deck is gone.
    package func form(
        of draft: NoteDraft,
        note: NoteID?,
        seen: NoteSnapshot?
    ) throws(LibraryError) -> NoteForm? {
        try read { reader in
            try Self.form(of: draft, note: note, seen: seen, with: reader)
        }
    }

    static func form(
        of draft: NoteDraft,
        note: NoteID?,
        seen: NoteSnapshot?,
        with reader: borrowing some Reading & ~Copyable
    ) throws -> NoteForm? {
        let types = try reader.noteTypes()
        let decks = try reader.decks()
        guard let type = types[draft.type], let first = decks.first else { return nil }
        var (draft, seen) = (draft, seen)
        if let known = seen, let note = try note.flatMap({ try reader.note($0) }) {
            draft = draft.following(note, since: known)
            seen = NoteSnapshot(note)
            // The learner has not seen the texts that were saved since.
            seen?.changed = known.changed
        }
        if !decks.contains(where: { $0.id == draft.deck }) { draft.deck = first.id }
        let order = languageOrder(of: draft.deck, among: decks)
        return NoteForm(
            note: note,
            seen: seen,
            type: type,
            types: note == nil ? offered(types) : [type],
            decks: decks,
            draft: draft,
            languageOrder: order,
            askedLanguages: askedLanguages(of: draft.deck, among: decks),
            isUnsaved: true
        )
    }

    private static func languageOrder(of deck: DeckID, among decks: [Deck]) -> [LanguageTag] {
        let hierarchy = DeckHierarchy(decks)
        return hierarchy.deck(deck).flatMap { hierarchy.settings(of: $0).languageOrder } ?? []
    }

    /// The languages that a deck asks and answers in; nil if it names none.
    private static func askedLanguages(of deck: DeckID, among decks: [Deck]) -> Set<LanguageTag>? {
        let hierarchy = DeckHierarchy(decks)
        let choice = hierarchy.deck(deck).flatMap { hierarchy.settings(of: $0).languageChoice }
        guard case .oneToOne(let from, let to)? = choice else { return nil }
        return [from, to]
    }

    /// The draft converted to another type: its texts are assigned to the new type's fields in order.
    package func draft(
        _ draft: NoteDraft,
        as type: NoteTypeID
    ) throws(LibraryError) -> NoteDraft? {
        guard type != draft.type else { return draft }
        return try read { reader in
            let types = try reader.noteTypes()
            guard let old = types[draft.type], let new = types[type] else { return nil }
            let oldFields =
                old.cards == .languages ? draft.values.keys.sorted() : old.fields.map(\.id)
            var newFields = new.fields.map(\.id)
            if new.cards == .languages, let deck = try reader.deck(draft.deck) {
                newFields = DeckHierarchy(try reader.decks())
                    .languages(of: deck, neighbour: try reader.latestNote(in: deck.id))
                    .map { .language($0) }
            }
            var result = draft
            result.type = type
            result.values = [:]
            for field in newFields { result.values[field] = NoteDraft.Value() }
            for (from, to) in zip(oldFields, newFields) {
                result.values[to] = draft.values[from] ?? NoteDraft.Value()
            }
            return result
        }
    }

    /// The built-in types first, then the others by name.
    static func offered(_ types: [NoteTypeID: NoteType]) -> [NoteType] {
        let builtIn = NoteType.builtIn.compactMap { types[$0.id] }
        let known = Set(builtIn.map(\.id))
        return builtIn + types.values.filter { !known.contains($0.id) }.sorted { $0.name < $1.name }
    }
}

extension DeckHierarchy {
    /// The languages that a new note in a deck is likely to have.
    func languages(of deck: Deck, neighbour: Note?) -> [LanguageTag] {
        var languages = Set(neighbour?.languages ?? [])
        if let choice = settings(of: deck).languageChoice {
            languages.formUnion(choice.languages)
        }
        if languages.count < 2 { languages.insert(.english) }
        return Array(languages.sorted().prefix(50))
    }
}
