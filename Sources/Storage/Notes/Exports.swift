package import Notes
package import Recall
internal import SQLite

/// How much is read of each note.
package enum KeptPart: Comparable, Sendable {
    case notes
    /// Also their cards.
    case cards
    /// Also the logs of their cards.
    case logs
}

/// A note with everything that is stored about it, to be exported.
package struct KeptNote: Sendable {
    package let note: Note
    /// Whether its cards without rows are suspended.
    package let isSuspended: Bool
    /// Its cards that have rows, by number.
    package fileprivate(set) var cards: [KeptCard] = []
}

/// A card with everything that is stored about it.
package struct KeptCard: Sendable {
    package let number: CardNumber
    package let face: Face
    package let marks: CardMarks
    /// How many lapses it had when it was suspended as a leech; 0 if it was not.
    package let leechLapses: Int
    /// Its position in the queue of new cards.
    package let position: Int?
    /// What another program stored with it.
    package let extras: String?
    /// What follows from its log.
    package let state: CardState
    /// Its log, in the order in which its state is derived.
    package fileprivate(set) var log: [Event] = []
}

extension Reading where Self: ~Copyable {
    /// All notes outside the bin, optionally only of some decks, in the order of creation.
    package func notes(in decks: [DeckID]? = nil) throws -> [NoteID] {
        guard let decks else {
            // Using an index of the notes outside the bin would look up each row separately.
            return try notesInOrder(
                """
                SELECT id, made
                FROM note NOT INDEXED
                WHERE binned IS NULL
                """
            )
        }
        return try notesInOrder(
            """
            SELECT id, made
            FROM note
            WHERE binned IS NULL
            AND deck IN (SELECT value FROM json_each(:decks))
            """,
            ["decks": "[\(decks.map(\.description).joined(separator: ","))]"]
        )
    }

    /// Sorting them here takes a fifth of the time that SQLite takes.
    private func notesInOrder(
        _ sql: StaticString,
        _ arguments: Arguments = [:]
    ) throws -> [NoteID] {
        var notes = try connection.rows(sql, arguments) { row in
            (id: row.id(0, as: NoteID.self), made: row.moment(1))
        }
        notes.sort { ($0.made, $0.id) < ($1.made, $1.id) }
        return notes.map(\.id)
    }

    /// Notes with everything that is stored about them, in the given order; missing ones are left out.
    ///
    /// They are read together, not note by note.
    package func keptNotes(_ ids: [NoteID], with part: KeptPart) throws -> [KeptNote] {
        let list = list(ids)
        let places = Dictionary(zip(ids, ids.indices)) { first, _ in first }
        var notes = [KeptNote?](repeating: nil, count: ids.count)
        try readNotes(into: &notes, places, list)
        if part >= .cards { try readCards(into: &notes, places, list) }
        if part >= .logs { try readLogs(into: &notes) }
        return notes.compactMap { $0 }
    }

    private func readNotes(
        into notes: inout [KeptNote?],
        _ places: [NoteID: Int],
        _ list: String
    ) throws {
        var tags: [NoteID: [TagName]] = [:]
        try connection.forEach(
            """
            SELECT note, tag
            FROM note_tag
            WHERE note IN (SELECT value FROM json_each(:notes))
            ORDER BY note, folded_tag
            """,
            ["notes": list]
        ) { row in
            guard let tag = TagName(row.text(1)) else { return }
            tags[row.id(0), default: []].append(tag)
        }
        try connection.forEach(
            """
            SELECT id, guid, note_type, deck, word_type, latitude, longitude, made, changed, binned,
                fields, is_suspended
            FROM note
            WHERE id IN (SELECT value FROM json_each(:notes))
            """,
            ["notes": list]
        ) { row in
            let note = try Note(row, tags: tags[row.id(0)] ?? [])
            guard let place = places[note.id] else { return }
            notes[place] = KeptNote(note: note, isSuspended: row.bool(11))
        }
    }

    private func readCards(
        into notes: inout [KeptNote?],
        _ places: [NoteID: Int],
        _ list: String
    ) throws {
        try connection.forEach(
            """
            SELECT id, note, face, deck, is_suspended, burial, buried, flag, position, extras,
                leech_lapses, stage, step, stability, difficulty, due, interval, reviews, lapses,
                last_review, last_day
            FROM card
            WHERE note IN (SELECT value FROM json_each(:notes))
            """,
            ["notes": list]
        ) { row in
            guard let face = Face(row.text(2)) else {
                throw StorageError.unreadable("card", "face")
            }
            guard let place = places[row.id(1)] else { return }
            notes[place]?.cards.append(
                KeptCard(
                    number: CardNumber(rawValue: row.int64(0)),
                    face: face,
                    marks: CardNumber.marks(row, from: 3),
                    leechLapses: row.int(10),
                    position: row.intOrNil(8),
                    extras: row.textOrNil(9),
                    state: try CardState(row, from: 11)
                )
            )
        }
        for place in notes.indices { notes[place]?.sortCards() }
    }

    private func readLogs(into notes: inout [KeptNote?]) throws {
        var cards: [KeptLog.Card] = []
        for (note, kept) in notes.enumerated() {
            for (card, kept) in (kept?.cards ?? []).enumerated() {
                cards.append((kept.number, (note, card)))
            }
        }
        cards.sort { $0.number < $1.number }
        // Most cards were created one after the other, and their logs are stored in that order.
        var rest = cards[...]
        while let first = rest.first?.number.rawValue {
            let row = rest.indices.prefix { place in
                cards[place].number.rawValue - first == place - rest.startIndex
            }
            try readLogs(of: rest[row], into: &notes)
            rest = rest[row.endIndex...]
        }
    }

    /// The same for cards with consecutive numbers.
    private func readLogs(
        of cards: ArraySlice<KeptLog.Card>,
        into notes: inout [KeptNote?]
    ) throws {
        guard let first = cards.first?.number, let last = cards.last?.number else { return }
        var log = KeptLog(cards, first)
        try connection.forEach(
            """
            SELECT id, moment, utc_offset, duration, mode, extras, kind, grade, due, reviews,
                retracted, state, card
            FROM event
            WHERE card BETWEEN :first AND :last
            ORDER BY card, moment, id
            """,
            ["first": first, "last": last]
        ) { row in
            try log.take(row, into: &notes)
        }
        log.finish(into: &notes)
    }
}

/// Reads the logs of cards with ascending numbers, one after the other.
private struct KeptLog {
    typealias Card = (number: CardNumber, place: (note: Int, card: Int))

    private let cards: ArraySlice<Card>
    private let first: CardNumber
    private var number: CardNumber
    private var card: CardID?
    private var events: [Event] = []

    init(_ cards: ArraySlice<Card>, _ first: CardNumber) {
        self.cards = cards
        self.first = first
        number = first
    }

    private var place: (note: Int, card: Int) {
        cards[cards.startIndex + Int(number.rawValue - first.rawValue)].place
    }

    mutating func take(_ row: borrowing Row, into notes: inout [KeptNote?]) throws {
        let here = CardNumber(rawValue: row.int64(12))
        if here != number {
            finish(into: &notes)
            number = here
        }
        if card == nil {
            let (note, card) = place
            self.card = notes[note].map { CardID(note: $0.note.id, face: $0.cards[card].face) }
        }
        if let card { events.append(try Event(row, of: card)) }
    }

    mutating func finish(into notes: inout [KeptNote?]) {
        let (note, card) = place
        notes[note]?.cards[card].log = events
        let count = events.count
        events = []
        // Cards of one deck have logs of about the same length.
        events.reserveCapacity(count)
        self.card = nil
    }
}

extension KeptNote {
    /// Checks first, because they mostly are in order already.
    fileprivate mutating func sortCards() {
        let areInOrder = zip(cards, cards.dropFirst()).allSatisfy { $0.number < $1.number }
        if !areInOrder { cards.sort { $0.number < $1.number } }
    }
}
