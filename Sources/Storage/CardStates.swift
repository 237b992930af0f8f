package import Notes
package import Recall
internal import SQLite

/// What telling its log anew came to for one card.
package struct StateChange: Equatable, Sendable {
    /// The card.
    package let card: CardNumber
    /// What names it.
    package let id: CardID
    /// What was kept before.
    package let before: CardState
    /// What its log says.
    package let after: CardState
    /// By what it was told.
    package let rules: SchedulingRules
}

extension Writer {
    /// Derives the states of cards from their logs, and returns those that changed.
    ///
    /// Every time the whole log of a card is told, practice left out. That is a look at one stretch of a table, and
    /// no event needs a case of its own, whenever it arrives.
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

    /// Derives the states of all cards from the log, and returns how many were others before.
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

    /// Tells the log of a card, and keeps what it comes to where that is something else than is kept.
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
