package import Notes
internal import SQLite

/// A card's number within this library's file; outside, a card is known by its note and face.
package struct CardNumber: RawRepresentable, Hashable, Sendable {
    /// The number.
    package let rawValue: Int64

    /// Wraps a number that the file gave.
    package init(rawValue: Int64) { self.rawValue = rawValue }
}

extension CardNumber: Bindable {}

extension CardNumber: Comparable {
    /// In the order in which they were given.
    package static func < (left: CardNumber, right: CardNumber) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension Reading where Self: ~Copyable {
    /// The number of a card; nil while nobody has asked it.
    package func card(of note: NoteID, face: Face) throws -> CardNumber? {
        try connection.row(
            """
            SELECT id
            FROM card
            WHERE note = :note
            AND face = :face
            """,
            ["note": note, "face": face]
        ) { CardNumber(rawValue: $0.int64(0)) }
    }

    /// A card with all that is kept of it; nil while nobody has asked it.
    package func card(_ id: CardID) throws -> Card? {
        try connection.row(
            """
            SELECT *
            FROM kept_card
            WHERE note = :note
            AND face = :face
            """,
            ["note": id.note, "face": id.face]
        ) { try Card($0) }
    }

    /// The card of that number.
    package func card(_ number: CardNumber) throws -> Card? {
        try connection.row(
            """
            SELECT *
            FROM kept_card
            WHERE id = :card
            """,
            ["card": number]
        ) { try Card($0) }
    }

    /// How many cards were ever asked, or spoken of.
    package func cardCount() throws -> Int {
        try connection.row("SELECT count(*) FROM card") { $0.int(0) } ?? 0
    }

    /// The cards of a note that somebody has asked, by face.
    package func cards(of note: NoteID) throws -> [Card] {
        try connection.rows(
            """
            SELECT *
            FROM kept_card
            WHERE note = :note
            ORDER BY face
            """,
            ["note": note]
        ) { try Card($0) }
    }
}

extension Writer {
    /// The highest number that a card ever had.
    func lastCard() throws -> Int64 {
        try connection.row("SELECT seq FROM sqlite_sequence WHERE name = 'card'") { $0.int64(0) }
            ?? 0
    }

    /// Makes a card that is asked for the first time.
    package func insertCard(of note: NoteID, face: Face) throws -> CardNumber {
        try connection.run(
            """
            INSERT INTO card (note, face)
            VALUES (:note, :face)
            ON CONFLICT DO NOTHING
            """,
            ["note": note, "face": face]
        )
        guard let card = try card(of: note, face: face) else {
            throw StorageError.unreadable("card", "face")
        }
        return card
    }
}
