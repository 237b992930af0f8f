internal import Notes
internal import Recall
internal import SQLite

// Whether cached card states match the log.

extension Reading where Self: ~Copyable {
    /// Of a few thousand cards, those whose stored state does not match their log; nil if there are no more cards.
    package func staleCards(
        ofStretch number: Int,
        by schedulers: inout Schedulers
    ) throws -> Set<CardNumber>? {
        guard let cards = try stretch(number) else { return nil }
        var stale = Set(try staleAnswers(of: cards))
        var events = try tellingEvents(of: cards)
        for known in try knownCards(cards) {
            let scheduler = try schedulers.scheduler(for: known.deck, in: self)
            let story = events.removeValue(forKey: known.card) ?? []
            let told = CardHistory(story, scheduler: scheduler, seed: known.id.seed).state
            // Without a promised day, it was computed with the deck's settings of that time.
            let isPromised = !story.contains {
                if case .review(_, nil) = $0.kind { true } else { false }
            }
            let isTrue = isPromised ? told == known.state : told.isLike(known.state)
            if !isTrue { stale.insert(known.card) }
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
    /// Whether both are the same except for the due time.
    fileprivate func isLike(_ other: CardState) -> Bool {
        stage == other.stage && memory == other.memory && reviews == other.reviews
            && lapses == other.lapses && lastReview == other.lastReview && lastDay == other.lastDay
    }
}
