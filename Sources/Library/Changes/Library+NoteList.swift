internal import Languages
package import LibraryValues
package import Notes
internal import Storage

extension Library {
    /// How many notes one stretch of a list holds.
    package static let stretch = 50

    /// The notes that a query asks for, from the one after `after` on; an empty query asks for all.
    ///
    /// - Parameter isCounted: whether it is said how many there are in all; whoever types has the rows sooner without.
    package func notes(
        matching query: String,
        sort: NoteList.Sort = .newest,
        after: NoteID? = nil,
        limit: Int = Library.stretch,
        isCounted: Bool = true,
        timeZoneOffset minutes: Int = 0
    ) throws(LibraryError) -> NoteList {
        try translatingErrors {
            try database.read { reader in
                let found = try reader.search(
                    SearchQuery(query),
                    sort: NoteSort(rawValue: sort.rawValue) ?? .newest,
                    limit: limit,
                    after: after,
                    isCounted: isCounted,
                    on: try searchDay(reader, offset: minutes)
                )
                return NoteList(
                    notes: try Self.lines(of: found.notes, reading: japanese, with: reader),
                    next: found.next,
                    total: found.total,
                    isTotalExact: found.isTotalExact,
                    mistakes: found.mistakes
                )
            }
        }
    }

    /// The tags that notes have, by name; those of the bin do not count.
    package func tags() throws(LibraryError) -> [TagName] {
        try translatingErrors { try database.read { try $0.tags() } }
    }

    /// What lies in the bin, the latest first, from the note after `after` on.
    package func bin(after: NoteID?) throws(LibraryError) -> NoteList {
        try translatingErrors {
            try database.read { reader in
                let found = try reader.binnedNotes(after: after, limit: Self.stretch + 1)
                let notes = try Self.lines(
                    of: found.prefix(Self.stretch),
                    reading: japanese,
                    with: reader
                )
                return NoteList(
                    notes: notes,
                    next: found.count > Self.stretch ? notes.last?.id : nil,
                    total: notes.count,
                    isTotalExact: found.count <= Self.stretch && after == nil
                )
            }
        }
    }

    private static func lines(
        of notes: some Sequence<NoteID>,
        reading kanji: JapaneseReader?,
        with reader: borrowing Reader
    ) throws -> [ListedNote] {
        var lines = Lines(
            types: try reader.noteTypes(),
            shelf: DeckShelf(try reader.decks()),
            ruby: try reader.settings().ruby,
            kanji: kanji
        )
        var listed: [ListedNote] = []
        for id in notes {
            guard let note = try reader.lazyNote(id) else { continue }
            var line = try lines.line(of: note, deck: try reader.storedDeck(note.head.deck))
            try line.prompt.showMedia { try reader.mediaHash(of: $0) }
            try line.answer.showMedia { try reader.mediaHash(of: $0) }
            listed.append(line)
        }
        return listed
    }
}

/// Finds what stands in the lines of a list; each note type's templates are read once.
private struct Lines {
    let types: [NoteTypeID: NoteType]
    let shelf: DeckShelf
    /// Languages over whose text its readings stand.
    let ruby: Set<String>
    let kanji: JapaneseReader?
    private var makers: [NoteTypeID: CardMaker] = [:]
    private var asked: [String: AskedLanguages] = [:]

    init(
        types: [NoteTypeID: NoteType],
        shelf: DeckShelf,
        ruby: Set<String>,
        kanji: JapaneseReader?
    ) {
        self.types = types
        self.shelf = shelf
        self.ruby = ruby
        self.kanji = kanji
    }

    mutating func line(of note: LazyNote, deck stored: StoredDeck?) throws -> ListedNote {
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

    /// The sides of the first card, with as much of the note as they need; where there is none, the first two texts of it.
    private mutating func sides(
        of unread: LazyNote,
        in deck: DeckName?
    ) throws -> (sides: Sides, note: Note) {
        if let type = types[unread.head.type] {
            let maker = makers[type.id] ?? CardMaker(type)
            makers[type.id] = maker
            if let (face, note) = try first(of: unread, maker, in: deck),
                let sides = maker.sides(of: note.completed, face: face, in: deck)
            {
                return (sides, note.written)
            }
        }
        let note = try unread.whole()
        let texts = note.values.sorted { $0.key < $1.key }.map { Side(text: $0.value.text) }
        let sides = Sides(
            front: texts.first ?? Side(text: ""),
            back: texts.dropFirst().first ?? Side(text: "")
        )
        return (sides, note)
    }

    /// The first face, of languages the first pair that the deck asks, else the first of all; and the note as it is written,
    /// and with what that face needs besides.
    private mutating func first(
        of unread: LazyNote,
        _ maker: CardMaker,
        in deck: DeckName?
    ) throws -> (face: Face, note: (written: Note, completed: Note))? {
        guard maker.type.cards == .languages else {
            let note = try unread.whole()
            return maker.faces(of: note).first.map { ($0, (note, note)) }
        }
        let key = deck?.key ?? ""
        let settings = deck.flatMap { shelf.deck(named: $0) }.map { shelf.settings(of: $0) }
        var languages =
            asked[key] ?? AskedLanguages(settings ?? DeckSettings(), reading: kanji)
        defer { self.asked[key] = languages }
        let asked = try languages.faces(of: unread).first
        guard
            let face = asked ?? LanguageChoice.all.pairs(among: unread.tags).first.map(Face.init)
        else { return nil }
        let note = try unread.note(for: face)
        return (face, (note, languages.complete(note, for: face)))
    }
}
