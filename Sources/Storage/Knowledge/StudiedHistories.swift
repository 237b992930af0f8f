package import Notes
package import Recall
internal import SQLite

/// A card with the part of its log on which its state depends.
package struct StudiedHistory: Sendable {
    package let note: NoteID
    package let face: String
    package let deck: DeckID
    package let seed: UInt64
    package let events: [CardEvent]
}

extension Reading where Self: ~Copyable {
    /// The cards of some notes that were reviewed, note by note, after a certain one; none after the last.
    ///
    /// Suspended cards, and those that their decks' languages no longer ask, are left out, as in all numbers.
    package func studiedHistories(after note: NoteID?, limit: Int) throws -> [StudiedHistory] {
        let cards = try connection.rows(
            """
            SELECT id, note, face, dealing_deck
            FROM card
            WHERE dealing_deck IS NOT NULL
            AND stage <> 0
            AND note IN (
                SELECT DISTINCT note
                FROM card
                WHERE dealing_deck IS NOT NULL
                AND stage <> 0
                AND note > :note
                ORDER BY note
                LIMIT :limit
            )
            ORDER BY note, id
            """,
            ["note": note?.rawValue ?? 0, "limit": limit]
        ) { row in
            (
                number: CardNumber(rawValue: row.int64(0)), note: row.id(1) as NoteID,
                face: try row.face(2), deck: row.id(3) as DeckID
            )
        }
        return try cards.map { card in
            StudiedHistory(
                note: card.note,
                face: card.face.description,
                deck: card.deck,
                seed: CardID(note: card.note, face: card.face).seed,
                events: try stateEvents(of: card.number)
            )
        }
    }
}
