internal import Languages
internal import LibraryValues
internal import Notes
internal import Storage

/// Reads notes with all their cards; each note type's templates are read once.
struct ConnectedNotes {
    let types: [NoteTypeID: NoteType]
    let hierarchy: DeckHierarchy
    private var questions: Questions

    init(_ reader: borrowing some Reading & ~Copyable, reading kanji: JapaneseReader?) throws {
        types = try reader.noteTypes()
        hierarchy = DeckHierarchy(try reader.decks())
        questions = Questions(types: types, in: hierarchy, reading: kanji)
    }

    /// Notes outside the bin, in the given order and each once; others are left out.
    mutating func notes(
        _ ids: [NoteID],
        with reader: borrowing some Reading & ~Copyable
    ) throws -> [ConnectedNote] {
        let ids = ids.uniqued(by: \.self)
        var notes: [ConnectedNote] = []
        notes.reserveCapacity(ids.count)
        for start in stride(from: 0, to: ids.count, by: Self.notesAtOnce) {
            let part = Array(ids[start..<min(start + Self.notesAtOnce, ids.count)])
            for record in try reader.noteRecords(part, with: .cards) {
                guard record.note.binned == nil, let type = types[record.note.type] else {
                    continue
                }
                notes.append(try note(record, type))
            }
        }
        return notes
    }

    private static let notesAtOnce = 1_000

    private mutating func note(_ record: NoteRecord, _ type: NoteType) throws -> ConnectedNote {
        let lazy = LazyNote(record.note)
        var faces = try questions.faces(of: lazy)
        let known = Dictionary(record.cards.map { ($0.face, $0) }) { first, _ in first }
        let asked = Set(faces)
        faces += record.cards.map(\.face).filter { !asked.contains($0) }
        if faces.isEmpty { faces = questions.anyFace(of: lazy) }
        if faces.isEmpty { faces = [type.firstFace] }
        var cards = faces.map { face in
            var card = ConnectedCard(
                id: CardID(note: record.note.id, face: face),
                ord: type.ord(of: face),
                deck: record.note.deck
            )
            if let known = known[face] {
                card.deck = known.marks.deck ?? record.note.deck
                card.marks = known.marks
                card.state = known.state
                card.position = known.position
            } else {
                card.marks.isSuspended = record.isSuspended
            }
            return card
        }
        cards.sort { ($0.ord, $0.id.face.description) < ($1.ord, $1.id.face.description) }
        if type.cards == .languages {
            // Pairs of languages have no numbers of their own.
            for index in cards.indices { cards[index].ord = index }
        }
        return ConnectedNote(note: record.note, type: type, cards: cards)
    }
}

extension NoteType {
    /// The card that represents a note without any.
    fileprivate var firstFace: Face {
        switch cards {
        case .templates(let templates): .template(templates.first?.id ?? 1)
        case .cloze: .cloze(1)
        case .languages: .languages(from: .english, to: .english)
        case .place: .template(1)
        }
    }

    fileprivate func ord(of face: Face) -> Int {
        switch face {
        case .template(let id): templates.firstIndex { $0.id == id } ?? id.rawValue - 1
        case .cloze(let number): number - 1
        case .languages: 0
        case .map: 2
        }
    }
}
