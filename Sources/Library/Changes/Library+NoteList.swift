internal import Languages
public import Notes
internal import Storage

extension Library {
    /// How many notes one stretch of a list holds.
    public static let stretch = 50

    /// The notes that a query asks for, from the one after `after` on; an empty query asks for all.
    ///
    /// - Parameter isCounted: whether it is said how many there are in all; whoever types has the rows sooner without.
    public func notes(
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
    public func tags() throws(LibraryError) -> [TagName] {
        try translatingErrors { try database.read { try $0.tags() } }
    }

    /// What lies in the bin, the latest first, from the note after `after` on.
    public func bin(after: NoteID?) throws(LibraryError) -> NoteList {
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
            kanji: kanji
        )
        let ruby = try reader.settings().ruby
        var listed: [ListedNote] = []
        for id in notes {
            guard let note = try reader.note(id) else { continue }
            var line = lines.line(of: note, deck: try reader.storedDeck(note.deck))
            if !ruby.isEmpty {
                line.prompt.addRuby(in: ruby, of: note, reading: kanji)
                line.answer.addRuby(in: ruby, of: note, reading: kanji)
            }
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
    let kanji: JapaneseReader?
    private var makers: [NoteTypeID: CardMaker] = [:]

    init(types: [NoteTypeID: NoteType], shelf: DeckShelf, kanji: JapaneseReader?) {
        self.types = types
        self.shelf = shelf
        self.kanji = kanji
    }

    mutating func line(of note: Note, deck stored: StoredDeck?) -> ListedNote {
        let name = stored.flatMap { DeckName($0.name) }
        let sides = sides(of: note, in: name)
        return ListedNote(
            id: note.id,
            prompt: sides.front,
            answer: sides.back,
            wordType: note.wordType,
            deck: name?.text ?? "",
            binned: note.binned
        )
    }

    /// The sides of the first card; where there is none, the first two texts of the note.
    private mutating func sides(of note: Note, in deck: DeckName?) -> Sides {
        if let type = types[note.type] {
            let maker = makers[note.type] ?? CardMaker(type)
            makers[note.type] = maker
            if type.cards == .languages {
                let deck = deck.flatMap { shelf.deck(named: $0) }
                let settings = deck.map { shelf.settings(of: $0) } ?? DeckSettings()
                if let sides = sides(of: note, maker, AskedLanguages(settings, reading: kanji)) {
                    return sides
                }
            } else if let face = maker.faces(of: note).first,
                let sides = maker.sides(of: note, face: face, in: deck)
            {
                return sides
            }
        }
        let texts = note.values.sorted { $0.key < $1.key }.map { Side(text: $0.value.text) }
        return Sides(
            front: texts.first ?? Side(text: ""),
            back: texts.dropFirst().first ?? Side(text: "")
        )
    }

    /// The first pair that the deck asks, else the first of all.
    private func sides(of note: Note, _ maker: CardMaker, _ asked: AskedLanguages) -> Sides? {
        var asked = asked
        let any = LanguageChoice.all.pairs(among: note.languages).first.map(Face.init)
        guard let face = asked.faces(of: note).first ?? any else { return nil }
        return maker.sides(of: asked.complete(note, for: face), face: face)
    }
}
