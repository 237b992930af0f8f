package import Notes
internal import SQLite

extension Writer {
    /// Suspends a card as a leech, and stores its number of lapses.
    package func suspendLeech(_ card: CardNumber, lapses: Int) throws {
        try connection.run(
            """
            UPDATE card
            SET is_suspended = 1, leech_lapses = :lapses
            WHERE id = :card
            """,
            ["lapses": lapses, "card": card]
        )
    }

    /// Unsuspends a card that was suspended as a leech and now has fewer lapses; false if it is not such a card.
    package func releaseLeech(_ card: CardNumber, lapses: Int) throws -> Bool {
        let released = try connection.run(
            """
            UPDATE card
            SET is_suspended = 0, leech_lapses = 0
            WHERE id = :card
            AND leech_lapses > :lapses
            """,
            ["card": card, "lapses": lapses]
        )
        return released > 0
    }

    package func hasLeech(_ note: NoteID) throws -> Bool {
        try connection.hasRow(
            """
            SELECT 1
            FROM card
            WHERE note = :note
            AND leech_lapses > 0
            """,
            ["note": note]
        )
    }
}
