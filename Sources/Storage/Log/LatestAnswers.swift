package import Notes
package import Recall
internal import SQLite

extension Reading where Self: ~Copyable {
    /// The latest answers to a card that were not retracted, newest first.
    package func answers(
        to card: CardID,
        limit: Int
    ) throws -> [(moment: Moment, grade: Grade, isPractice: Bool)] {
        try connection.rows(
            """
            SELECT event.moment, event.grade, event.kind
            FROM card
            JOIN event ON event.card = card.id
            WHERE card.note = :note
            AND card.face = :face
            AND event.kind IN (0, 1)
            AND NOT EXISTS (
                SELECT 1
                FROM event AS retraction
                WHERE retraction.retracted = event.id
                AND retraction.card = event.card
            )
            ORDER BY event.moment DESC, event.id DESC
            LIMIT :limit
            """,
            ["note": card.note, "face": card.face, "limit": limit]
        ) { row in
            guard let grade = Grade(rawValue: UInt8(clamping: row.int(1))) else {
                throw StorageError.unreadable("event", "grade")
            }
            return (row.moment(0), grade, row.int(2) == 1)
        }
    }
}
