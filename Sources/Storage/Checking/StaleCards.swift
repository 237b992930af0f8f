internal import Notes
internal import Recall
internal import SQLite

extension Reading where Self: ~Copyable {
    /// The cards of a batch whose cached state does not match their log; nil after the last batch.
    package func staleCards(
        inBatch number: Int,
        by schedulers: inout Schedulers
    ) throws -> Set<CardNumber>? {
        guard let cards = try cardBatch(number) else { return nil }
        var stale = Set(try staleAnswers(of: cards))
        var events = try stateEvents(of: cards)
        for stored in try storedCards(cards) {
            let scheduler = try schedulers.scheduler(for: stored.deck, in: self)
            let events = events.removeValue(forKey: stored.card) ?? []
            let derived = CardHistory(events, scheduler: scheduler, seed: stored.id.seed).state
            // A review without a due time was scheduled with the deck's settings of that time, which are unknown.
            let isReproducible = !events.contains {
                if case .review(_, nil) = $0.kind { true } else { false }
            }
            let isCurrent =
                isReproducible
                ? derived == stored.state : derived.isEqualExceptDueTime(to: stored.state)
            if !isCurrent { stale.insert(stored.card) }
        }
        return stale
    }

    private func staleAnswers(of cards: ClosedRange<CardNumber>) throws -> [CardNumber] {
        try connection.rows(
            """
            SELECT id
            FROM card
            WHERE id BETWEEN :first AND :last
            AND (
                (answered, answered_event, answered_grade) IS NOT (
                    SELECT event.moment, event.id, event.grade
                    FROM standing_event AS event
                    WHERE event.card = card.id
                    AND event.kind IN (0, 1)
                    ORDER BY event.moment DESC, event.id DESC
                    LIMIT 1
                )
                OR reviewed IS NOT (
                    SELECT event.moment
                    FROM standing_event AS event
                    WHERE event.card = card.id
                    AND event.kind = 0
                    ORDER BY event.moment DESC
                    LIMIT 1
                )
            )
            """,
            ["first": cards.lowerBound, "last": cards.upperBound]
        ) { CardNumber(rawValue: $0.int64(0)) }
    }
}

extension CardState {
    fileprivate func isEqualExceptDueTime(to other: CardState) -> Bool {
        stage == other.stage && memory == other.memory && reviews == other.reviews
            && lapses == other.lapses && lastReview == other.lastReview && lastDay == other.lastDay
    }
}
