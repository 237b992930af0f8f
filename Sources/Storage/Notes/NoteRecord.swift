package import Notes
package import Recall
internal import SQLite

/// How much of each note is read.
package enum NoteRecordDetail: Comparable, Sendable {
    case notes
    /// Also their cards.
    case cards
    /// Also the logs of their cards.
    case logs
}

/// A note with everything that is stored about it, for an export.
package struct NoteRecord: Sendable {
    package let note: Note
    /// Whether its cards without rows are suspended.
    package let isSuspended: Bool
    /// Its cards that have rows, by number.
    package fileprivate(set) var cards: [CardRecord] = []
}

/// A card with everything that is stored about it.
package struct CardRecord: Sendable {
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
            ["decks": jsonArray(of: decks)]
        )
    }

    /// Sorts here, because that takes a fifth of the time that SQLite needs.
    private func notesInOrder(
        _ sql: StaticString,
        _ arguments: StatementArguments = [:]
    ) throws -> [NoteID] {
        var notes = try connection.rows(sql, arguments) { row in
            (id: row.id(0, as: NoteID.self), made: row.moment(1))
        }
        notes.sort { ($0.made, $0.id) < ($1.made, $1.id) }
        return notes.map(\.id)
    }

    /// Notes with everything that is stored about them, in the given order; missing ones are left out.
    ///
    /// A few statements read all of them, instead of several for each note.
    package func noteRecords(_ ids: [NoteID], with part: NoteRecordDetail) throws -> [NoteRecord] {
        let list = jsonArray(of: ids)
        let positions = Dictionary(zip(ids, ids.indices)) { first, _ in first }
        var notes = [NoteRecord?](repeating: nil, count: ids.count)
        try readNotes(into: &notes, positions, list)
        if part >= .cards { try readCards(into: &notes, positions, list) }
        if part >= .logs { try readLogs(into: &notes) }
        return notes.compactMap { $0 }
    }

    private func readNotes(
        into notes: inout [NoteRecord?],
        _ positions: [NoteID: Int],
        _ list: String
    ) throws {
        let tags = try tagsByNote(
            """
            SELECT note, tag
            FROM note_tag
            WHERE note IN (SELECT value FROM json_each(:notes))
            ORDER BY note, folded_tag
            """,
            ["notes": list]
        )
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
            guard let position = positions[note.id] else { return }
            notes[position] = NoteRecord(note: note, isSuspended: row.bool(11))
        }
    }

    private func readCards(
        into notes: inout [NoteRecord?],
        _ positions: [NoteID: Int],
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
            let face = try row.face(2)
            guard let position = positions[row.id(1)] else { return }
            notes[position]?.cards.append(
                CardRecord(
                    number: CardNumber(rawValue: row.int64(0)),
                    face: face,
                    marks: CardMarks(row, from: 3),
                    leechLapses: row.int(10, within: CardState.counts),
                    position: row.isNull(8) ? nil : row.int(8, within: Card.positions),
                    extras: row.textOrNil(9),
                    state: try CardState(row, from: 11)
                )
            )
        }
        for position in notes.indices { notes[position]?.sortCards() }
    }

    private func readLogs(into notes: inout [NoteRecord?]) throws {
        var cards: [LogReader.Card] = []
        for (note, record) in notes.enumerated() {
            for (card, record) in (record?.cards ?? []).enumerated() {
                cards.append((record.number, (note, card)))
            }
        }
        cards.sort { $0.number < $1.number }
        // Most cards were created one after the other, and their logs are stored in that order.
        var rest = cards[...]
        while let first = rest.first?.number.rawValue {
            let run = rest.indices.prefix { index in
                cards[index].number.rawValue &- first == index - rest.startIndex
            }
            try readLogs(of: rest[run], into: &notes)
            rest = rest[run.endIndex...]
        }
    }

    /// Reads the logs of cards with consecutive numbers.
    private func readLogs(
        of cards: ArraySlice<LogReader.Card>,
        into notes: inout [NoteRecord?]
    ) throws {
        guard let first = cards.first?.number, let last = cards.last?.number else { return }
        var reader = LogReader(cards, first)
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
            try reader.read(row, into: &notes)
        }
        reader.finish(into: &notes)
    }
}

/// Reads the logs of cards with ascending numbers, one after the other.
private struct LogReader {
    typealias Card = (number: CardNumber, position: (note: Int, card: Int))

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

    private var position: (note: Int, card: Int) {
        cards[cards.startIndex + Int(clamping: number.rawValue &- first.rawValue)].position
    }

    mutating func read(_ row: borrowing Row, into notes: inout [NoteRecord?]) throws {
        let current = CardNumber(rawValue: row.int64(12))
        if current != number {
            finish(into: &notes)
            number = current
        }
        if card == nil {
            let (note, card) = position
            self.card = notes[note].map { CardID(note: $0.note.id, face: $0.cards[card].face) }
        }
        if let card { events.append(try Event(row, of: card)) }
    }

    mutating func finish(into notes: inout [NoteRecord?]) {
        let (note, card) = position
        notes[note]?.cards[card].log = events
        let count = events.count
        events = []
        // Cards of one deck have logs of about the same length.
        events.reserveCapacity(count)
        self.card = nil
    }
}

extension NoteRecord {
    /// Sorts the cards by number; checks first, because most are in order already.
    fileprivate mutating func sortCards() {
        let areInOrder = zip(cards, cards.dropFirst()).allSatisfy { $0.number < $1.number }
        if !areInOrder { cards.sort { $0.number < $1.number } }
    }
}
