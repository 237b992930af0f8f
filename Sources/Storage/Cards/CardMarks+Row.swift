package import Notes
internal import SQLite

extension CardMarks {
    /// Reads the columns deck, is_suspended, burial, buried, flag.
    init(_ row: borrowing Row, from column: Int32) {
        self.init(
            deck: row.isNull(column) ? nil : row.id(column),
            isSuspended: row.bool(column + 1),
            burial: Card.Burial(rawValue: UInt8(clamping: row.int(column + 2))),
            buriedUntil: row.momentOrNil(column + 3),
            flag: UInt8(clamping: row.int(column + 4))
        )
    }
}

extension Reading where Self: ~Copyable {
    /// The marks of a card; nil while it has no row.
    package func marks(of card: CardID) throws -> CardMarks? {
        try connection.row(
            """
            SELECT deck, is_suspended, burial, buried, flag
            FROM card
            WHERE note = :note
            AND face = :face
            """,
            ["note": card.note, "face": card.face]
        ) { CardMarks($0, from: 0) }
    }

    /// The cards that were moved to a deck, out of the deck of their note.
    package func cards(movedTo deck: DeckID) throws -> [CardID] {
        try connection.rows(
            """
            SELECT note, face
            FROM card
            WHERE deck = :deck
            ORDER BY note, face
            """,
            ["deck": deck]
        ) { row in Face(row.text(1)).map { CardID(note: row.id(0), face: $0) } }
        .compactMap { $0 }
    }
}

extension Writer {
    /// Sets the marks of a card, and creates its row if necessary.
    func setMarks(of card: CardID, to marks: CardMarks) throws {
        try connection.run(
            """
            INSERT INTO card (note, face, deck, is_suspended, burial, buried, flag)
            VALUES (:note, :face, :deck, :is_suspended, :burial, :buried, :flag)
            ON CONFLICT (note, face) DO UPDATE
            SET deck = excluded.deck, is_suspended = excluded.is_suspended, burial = excluded.burial,
                buried = excluded.buried, flag = excluded.flag
            """,
            [
                "note": card.note, "face": card.face, "deck": marks.deck,
                "is_suspended": marks.isSuspended, "burial": marks.burial?.rawValue,
                "buried": marks.buriedUntil, "flag": marks.flag,
            ]
        )
    }

    /// Deletes a card's row unless the card has events.
    func removeUnlogged(_ card: CardID) throws {
        try connection.run(
            """
            DELETE FROM card
            WHERE note = :note
            AND face = :face
            AND NOT EXISTS (
                SELECT 1
                FROM event
                WHERE event.card = card.id
            )
            """,
            ["note": card.note, "face": card.face]
        )
    }
}
