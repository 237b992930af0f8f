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
    /// The cards whose last review belongs to one of the learner's days, which has these moments.
    ///
    /// Retracted reviews do not count. A card was introduced that day if all of its reviews belong to it.
    ///
    /// Moments decide, because the learner's devices may be in several time zones. `last_day` is the day by the clock of the
    /// device that reviewed the card, which is at most 26 hours from another's, and only narrows the search.
    package func cardsReviewed(on day: Int, in moments: Range<Moment>) throws -> [ReviewedCard] {
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
            WHERE card.last_day BETWEEN :day - 2 AND :day + 2
            AND card.reviewed >= :morning
            AND card.reviewed < :evening
            """,
            ["day": day, "morning": moments.lowerBound, "evening": moments.upperBound]
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
