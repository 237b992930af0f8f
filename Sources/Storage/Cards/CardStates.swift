package import Notes
package import Recall
internal import SQLite

/// How deriving a card's state from its log has changed it.
package struct StateChange: Equatable, Sendable {
    package let card: CardNumber
    package let id: CardID
    /// The stored state before.
    package let before: CardState
    /// What follows from its log.
    package let after: CardState
    /// The scheduler that derived it.
    package let rules: SchedulingRules
}

extension Writer {
    /// Derives the states of cards from their logs, and returns the changes.
    ///
    /// It always replays a card's whole log without practice. That reads consecutive rows, and no event needs special
    /// treatment, whenever it arrives.
    package func refreshStates(
        of cards: some Sequence<CardNumber>,
        by schedulers: inout Schedulers
    ) throws -> [StateChange] {
        var changes: [StateChange] = []
        for card in cards {
            for known in try knownCards(card...card) {
                let events = try tellingEvents(of: card)
                if let change = try refresh(known, from: events, by: &schedulers) {
                    changes.append(change)
                }
            }
        }
        return changes
    }

    /// Derives the states of all cards from the log, and returns how many changed.
    package func refreshAllStates(by schedulers: inout Schedulers) throws -> Int {
        var count = 0
        try forEachStretch { cards in
            var events = try tellingEvents(of: cards)
            for known in try knownCards(cards) {
                let events = events.removeValue(forKey: known.card) ?? []
                if try refresh(known, from: events, by: &schedulers) != nil { count += 1 }
            }
        }
        try connection.run(
            """
            WITH counted AS (
                SELECT note.id, count(card.id) AS introduced
                FROM note
                LEFT JOIN card ON card.note = note.id AND card.stage <> 0
                GROUP BY note.id
            )
            UPDATE note
            SET introduced = counted.introduced
            FROM counted
            WHERE counted.id = note.id
            AND note.introduced <> counted.introduced
            """
        )
        return count
    }

    /// Replays the log of a card, and stores the result if it differs.
    private func refresh(
        _ known: KnownCard,
        from events: [CardEvent],
        by schedulers: inout Schedulers
    ) throws -> StateChange? {
        let scheduler = try schedulers.scheduler(for: known.deck, in: self)
        let state = CardHistory(events, scheduler: scheduler, seed: known.id.seed).state
        guard state != known.state else { return nil }
        try keep(state, of: known.card)
        return StateChange(
            card: known.card,
            id: known.id,
            before: known.state,
            after: state,
            rules: scheduler.rules
        )
    }
}

extension Writer {
    private func keep(_ state: CardState, of card: CardNumber) throws {
        let (stage, step) = state.numbers
        try connection.run(
            """
            UPDATE card
            SET stage = :stage, step = :step, stability = :stability, difficulty = :difficulty, due = :due,
                interval = :interval, reviews = :reviews, lapses = :lapses, last_review = :last_review,
                last_day = :last_day
            WHERE id = :card
            """,
            [
                "stage": stage, "step": step, "stability": state.memory?.stability,
                "difficulty": state.memory?.difficulty, "due": state.due,
                "interval": state.interval,
                "reviews": state.reviews, "lapses": state.lapses, "last_review": state.lastReview,
                "last_day": state.lastDay, "card": card,
            ]
        )
    }
}
