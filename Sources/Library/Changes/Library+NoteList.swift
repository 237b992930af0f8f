internal import Languages
public import Notes
internal import Storage

extension Library {
    /// How many notes one stretch of a list holds.
    public static let stretch = 50

    /// Notes, newest first, from the one after `after` on; with a text those alone that hold it.
    public func notes(
        matching text: String,
        after: NoteID?
    ) throws(LibraryError) -> NoteList {
        try list { try $0.notes(holding: text, after: after, limit: Self.stretch + 1) }
    }

    /// What lies in the bin, the latest first, from the note after `after` on.
    public func bin(after: NoteID?) throws(LibraryError) -> NoteList {
        try list { try $0.binnedNotes(after: after, limit: Self.stretch + 1) }
    }

    /// How many notes there are, the bin not counted.
    public func noteCount() throws(LibraryError) -> Int {
        try translatingErrors {
            try database.read { reader in
                try reader.deckCounts().values.reduce(0) { $0 + $1.notes }
            }
        }
    }

    private func list(
        _ find: (borrowing Reader) throws -> [NoteID]
    ) throws(LibraryError) -> NoteList {
        try translatingErrors {
            try database.read { reader in
                let found = try find(reader)
                var lines = Lines(
                    types: try reader.noteTypes(),
                    shelf: DeckShelf(try reader.decks())
                )
                let notes = try found.prefix(Self.stretch).compactMap { id in
                    try reader.note(id).map { note in
                        try lines.line(of: note, deck: reader.storedDeck(note.deck))
                    }
                }
                return NoteList(
                    notes: notes,
                    next: found.count > Self.stretch ? notes.last?.id : nil
                )
            }
        }
    }
}

/// Finds what stands in the lines of a list; each note type's templates are read once.
private struct Lines {
    let types: [NoteTypeID: NoteType]
    let shelf: DeckShelf
    private var makers: [NoteTypeID: CardMaker] = [:]

    init(types: [NoteTypeID: NoteType], shelf: DeckShelf) {
        self.types = types
        self.shelf = shelf
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
            for face in faces(of: note, type, maker, in: deck) {
                if let sides = maker.sides(of: note, face: face, in: deck) { return sides }
            }
        }
        let texts = note.values.sorted { $0.key < $1.key }.map { Side(text: $0.value.text) }
        return Sides(
            front: texts.first ?? Side(text: ""),
            back: texts.dropFirst().first ?? Side(text: "")
        )
    }

    private func faces(
        of note: Note,
        _ type: NoteType,
        _ maker: CardMaker,
        in deck: DeckName?
    ) -> [Face] {
        guard type.cards == .languages else { return Array(maker.faces(of: note).prefix(1)) }
        let deck = deck.flatMap { shelf.deck(named: $0) }
        let choice = deck.flatMap { shelf.settings(of: $0).languageChoice } ?? .all
        let chosen = choice.pairs(among: choice.shown(of: note.languages)).first
        let any = LanguageChoice.all.pairs(among: note.languages).first
        return (chosen ?? any).map { [Face($0)] } ?? []
    }
}
