package import Notes
internal import SQLite

/// A card's number within this library's file; elsewhere, a card is identified by its note and face.
package struct CardNumber: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }
}

extension CardNumber: Bindable {}

extension CardNumber: Comparable {
    package static func < (left: CardNumber, right: CardNumber) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension Reading where Self: ~Copyable {
    /// The number of a card; nil while it has no row.
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

    /// A card with its state; nil while it has no row.
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

    package func cardCount() throws -> Int {
        try connection.row("SELECT count(*) FROM card") { $0.int(0) } ?? 0
    }

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
    func lastCard() throws -> Int64 {
        try connection.row("SELECT seq FROM sqlite_sequence WHERE name = 'card'") { $0.int64(0) }
            ?? 0
    }

    /// Creates the row of a card.
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
