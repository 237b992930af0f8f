package import Notes
internal import SQLite

extension Reading where Self: ~Copyable {
    /// Whether a later event, not retracted, determines a card's state.
    package func isSuperseded(_ event: Event, of card: CardNumber) throws -> Bool {
        try connection.row(
            """
            SELECT 1
            FROM standing_event
            WHERE card = :card
            AND (moment, id) > (:moment, :id)
            AND kind IN (0, 2)
            LIMIT 1
            """,
            ["card": card, "moment": event.moment, "id": event.id]
        ) { _ in true } != nil
    }
}
