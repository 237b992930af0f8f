internal import Languages
package import LibraryValues
package import Notes
internal import Storage

extension Library {
    package static let listPageSize = 50

    /// The notes that a query finds, starting behind `after`; an empty query finds all.
    ///
    /// - Parameter isCounted: Whether to count all results; without the count the rows are found sooner.
    package func notes(
        matching query: String,
        sort: NoteSort = .newest,
        after: NoteID? = nil,
        limit: Int = Library.listPageSize,
        isCounted: Bool = true,
        timeZoneOffset minutes: Int = 0
    ) throws(LibraryError) -> NoteList {
        try read { reader in
            let found = try reader.search(
                SearchQuery(query),
                sort: sort,
                limit: limit,
                after: after,
                isCounted: isCounted,
                on: try searchDay(reader, offset: minutes)
            )
            return NoteList(
                notes: try Self.listedNotes(of: found.notes, reading: japanese, with: reader),
                next: found.next,
                total: found.total,
                isTotalExact: found.isTotalExact,
                mistakes: found.mistakes
            )
        }
    }

    /// The tags of all notes, without the bin, by name.
    package func tags() throws(LibraryError) -> [TagName] {
        try read { try $0.tags() }
    }

    /// The notes in the bin, latest first, starting behind `after`.
    package func bin(after: NoteID?) throws(LibraryError) -> NoteList {
        try read { reader in
            let found = try reader.binnedNotes(after: after, limit: Self.listPageSize + 1)
            let notes = try Self.listedNotes(
                of: found.prefix(Self.listPageSize),
                reading: japanese,
                with: reader
            )
            return NoteList(
                notes: notes,
                next: found.count > Self.listPageSize ? notes.last?.id : nil,
                total: notes.count,
                isTotalExact: found.count <= Self.listPageSize && after == nil
            )
        }
    }

    private static func listedNotes(
        of notes: some Sequence<NoteID>,
        reading kanji: JapaneseReader?,
        with reader: borrowing Reader
    ) throws -> [ListedNote] {
        var renderer = ListRenderer(
            types: try reader.noteTypes(),
            hierarchy: DeckHierarchy(try reader.decks()),
            ruby: try reader.settings().ruby,
            kanji: kanji
        )
        var listed: [ListedNote] = []
        for id in notes {
            guard let note = try reader.lazyNote(id) else { continue }
            var row = try renderer.row(of: note, deck: try reader.storedDeck(note.head.deck))
            try row.prompt.showMedia { try reader.mediaHash(of: $0) }
            try row.answer.showMedia { try reader.mediaHash(of: $0) }
            listed.append(row)
        }
        return listed
    }
}

/// Renders the rows of a list; each note type's templates are read once.
private struct ListRenderer {
    let types: [NoteTypeID: NoteType]
    let hierarchy: DeckHierarchy
    /// Languages whose text is shown with readings above it.
    let ruby: Set<String>
    let kanji: JapaneseReader?
    var makers: [NoteTypeID: CardGenerator] = [:]
    var asked: [String: AskedLanguages] = [:]

    mutating func row(of note: LazyNote, deck stored: StoredDeck?) throws -> ListedNote {
        let name = stored.flatMap { DeckName($0.name) }
        var (sides, note) = try sides(of: note, in: name)
        if !ruby.isEmpty {
            sides.front.addRuby(in: ruby, of: note, reading: kanji)
            sides.back.addRuby(in: ruby, of: note, reading: kanji)
        }
        return ListedNote(
            id: note.id,
            prompt: sides.front,
            answer: sides.back,
            wordType: note.wordType,
            deck: name?.text ?? "",
            binned: note.binned
        )
    }

    /// The sides of the first card, with as much of the note as they need; the note's first two texts where it has no card.
    private mutating func sides(
        of unread: LazyNote,
        in deck: DeckName?
    ) throws -> (sides: CardSides, note: Note) {
        if let type = types[unread.head.type] {
            let maker = makers[type.id] ?? CardGenerator(type)
            makers[type.id] = maker
            if let (face, note) = try first(of: unread, maker, in: deck),
                let sides = maker.sides(of: note.completed, face: face, in: deck)
            {
                return (sides, note.written)
            }
        }
        let note = try unread.whole()
        return (CardSides(textsOf: note), note)
    }

    /// The first face (for languages the first pair that the deck studies, or else of all pairs), the note as written, and
    /// the note completed with what the face needs.
    private mutating func first(
        of unread: LazyNote,
        _ maker: CardGenerator,
        in deck: DeckName?
    ) throws -> (face: Face, note: (written: Note, completed: Note))? {
        guard maker.type.cards == .languages else {
            let note = try unread.whole()
            return maker.faces(of: note).first.map { ($0, (note, note)) }
        }
        let key = deck?.key ?? ""
        let settings = deck.flatMap { hierarchy.deck(named: $0) }.map { hierarchy.settings(of: $0) }
        var languages =
            asked[key] ?? AskedLanguages(settings ?? DeckSettings(), reading: kanji)
        defer { self.asked[key] = languages }
        let asked = try languages.faces(of: unread)
        let faces =
            asked.isEmpty ? LanguageChoice.all.pairs(among: unread.tags).map(Face.init) : asked
        // Where the deck asks everything, a learner recognises the note by their own language.
        let own =
            settings?.languageChoice == nil ? faces.first { $0.asksInInterfaceLanguage } : nil
        guard let face = own ?? faces.first else { return nil }
        let note = try unread.note(for: face)
        return (face, (note, languages.complete(note, for: face)))
    }
}

extension Face {
    fileprivate var asksInInterfaceLanguage: Bool {
        guard case .languages(let from, _) = self else { return false }
        return from.language == InterfaceLanguage.current.rawValue
    }
}

extension CardSides {
    /// The first two texts of a note that has no card to show.
    init(textsOf note: Note) {
        let texts = note.values.sorted { $0.key < $1.key }.map { CardSide(text: $0.value.text) }
        self.init(
            front: texts.first ?? CardSide(text: ""),
            back: texts.dropFirst().first ?? CardSide(text: "")
        )
    }
}
