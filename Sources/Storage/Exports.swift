public import Notes
public import Recall
internal import SQLite

/// A card with all that is kept of it, for those who write it somewhere else.
public struct KeptCard: Sendable {
    /// Its number in this file.
    public let number: CardNumber
    /// The question.
    public let face: Face
    /// What was said of it.
    public let marks: CardMarks
    /// How many lapses it had when it was suspended as a leech; 0 if it never was.
    public let leechLapses: Int
    /// Where it stood in the row of new cards.
    public let position: Int?
    /// What another program keeps with it.
    public let extras: String?
    /// What its log says.
    public let state: CardState
}

extension Reading where Self: ~Copyable {
    /// All notes outside the bin, perhaps of some decks only, as they were made.
    public func notes(in decks: [DeckID]? = nil) throws -> [NoteID] {
        guard let decks else {
            return try connection.rows(
                """
                SELECT id
                FROM note
                WHERE binned IS NULL
                ORDER BY made, id
                """
            ) { $0.id(0) }
        }
        return try connection.rows(
            """
            SELECT id
            FROM note
            WHERE binned IS NULL
            AND deck IN (SELECT value FROM json_each(:decks))
            ORDER BY made, id
            """,
            ["decks": "[\(decks.map(\.description).joined(separator: ","))]"]
        ) { $0.id(0) }
    }

    /// The cards of a note that were asked or spoken of, by their numbers.
    public func keptCards(of note: NoteID) throws -> [KeptCard] {
        try connection.rows(
            """
            SELECT id, face, deck, is_suspended, burial, buried, flag, position, extras, leech_lapses,
                stage, step, stability, difficulty, due, interval, reviews, lapses, last_review, last_day
            FROM card
            WHERE note = :note
            ORDER BY id
            """,
            ["note": note]
        ) { row in
            guard let face = Face(row.text(1)) else {
                throw StorageError.unreadable("card", "face")
            }
            return KeptCard(
                number: CardNumber(rawValue: row.int64(0)),
                face: face,
                marks: CardMarks(
                    deck: row.isNull(2) ? nil : row.id(2),
                    isSuspended: row.bool(3),
                    burial: Card.Burial(rawValue: UInt8(clamping: row.int(4))),
                    buriedUntil: row.momentOrNil(5),
                    flag: UInt8(clamping: row.int(6))
                ),
                leechLapses: row.int(9),
                position: row.intOrNil(7),
                extras: row.textOrNil(8),
                state: try CardState(row, from: 10)
            )
        }
    }
}
