package import Notes
internal import SQLite

package struct ReviewedCard: Sendable {
    package let note: NoteID
    package let deck: DeckID
    /// Whether it was new before that day.
    package let isIntroduced: Bool
    /// When it had been due according to the previous answer; nil if there was none.
    package let dueBefore: Moment?
}

extension Reading where Self: ~Copyable {
    /// The cards that were reviewed on one of the learner's days, which began at `morning`.
    ///
    /// Retracted reviews do not count. A card was introduced that day if all of its reviews belong to it.
    package func cardsReviewed(on day: Int, since morning: Moment) throws -> [ReviewedCard] {
        try connection.rows(
            """
            SELECT card.note, coalesce(card.deck, note.deck),
                card.reviews <= (
                    SELECT count(*)
                    FROM standing_event AS event
                    WHERE event.card = card.id
                    AND event.moment >= :morning
                    AND event.kind = 0
                ),
                (
                    SELECT event.due
                    FROM standing_event AS event
                    WHERE event.card = card.id
                    AND event.moment < :morning
                    AND event.kind = 0
                    ORDER BY event.moment DESC, event.id DESC
                    LIMIT 1
                )
            FROM card
            JOIN note ON note.id = card.note
            WHERE card.last_day = :day
            AND EXISTS (
                SELECT 1
                FROM standing_event AS event
                WHERE event.card = card.id
                AND event.moment >= :morning
                AND event.kind = 0
            )
            """,
            ["day": day, "morning": morning]
        ) {
            ReviewedCard(
                note: $0.id(0),
                deck: $0.id(1),
                isIntroduced: $0.bool(2),
                dueBefore: $0.momentOrNil(3)
            )
        }
    }
}
