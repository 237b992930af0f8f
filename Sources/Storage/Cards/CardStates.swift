package import Notes
package import Recall
internal import SQLite

/// How deriving a card's state from its log has changed it.
package struct StateChange: Equatable, Sendable {
    package let card: CardNumber
    package let id: CardID
    package let before: CardState
    package let after: CardState
    /// The scheduler that derived it.
    package let rules: SchedulingRules
}

extension SettingKey {
    /// The number of the next card whose state must be derived from the log again; not set while all states are current.
    static let staleStates = SettingKey(rawValue: "stale-states")
}

extension Writer {
    /// Derives the states of cards and the moments of their latest reviews from their logs, and returns how states changed.
    ///
    /// It always replays a card's whole log except practice, so that no event needs special treatment, whenever it arrives;
    /// the log of a card consists of consecutive rows.
    package func refreshStates(
        of cards: some Sequence<CardNumber>,
        by schedulers: inout Schedulers
    ) throws -> [StateChange] {
        var changes: [StateChange] = []
        for card in cards {
            for stored in try storedCards(card...card) {
                let events = try stateEvents(of: card)
                countAddedAnswers(to: stored, in: events, schedulers.boundary)
                if let change = try refresh(stored, from: events, by: &schedulers) {
                    changes.append(change)
                }
            }
        }
        return changes
    }

    /// The cards of notes that have rows.
    package func cardNumbers(of notes: [NoteID]) throws -> [CardNumber] {
        try connection.rows(
            """
            SELECT card.id
            FROM json_each(:notes) AS named
            CROSS JOIN card ON card.note = named.value
            ORDER BY card.id
            """,
            ["notes": jsonArray(of: notes)]
        ) { CardNumber(rawValue: $0.int64(0)) }
    }

    /// Derives the states of all cards from the log, and returns how many changed.
    package func refreshAllStates(by schedulers: inout Schedulers) throws -> Int {
        var count = 0
        try forEachCardBatch { count += try refreshStates(ofRange: $0, by: &schedulers) }
        try connection.run(
            """
            WITH counted AS (
                SELECT note.id, count(card.id) FILTER (WHERE stage <> 0) AS introduced,
                    coalesce(max(card.progress), 0) AS progress
                FROM note
                LEFT JOIN card ON card.note = note.id
                GROUP BY note.id
            )
            UPDATE note
            SET introduced = counted.introduced, progress = counted.progress
            FROM counted
            WHERE counted.id = note.id
            AND (note.introduced, note.progress) <> (counted.introduced, counted.progress)
            """
        )
        try removeSetting(.staleStates)
        return count
    }

    /// Records that parameters have changed, so that the states of all cards must be derived from the log again.
    package func markStatesStale() throws { try set(.staleStates, to: "1") }

    /// Derives the states of some cards after `markStatesStale`; false once all are current.
    package func refreshNextStaleStates() throws -> Bool {
        guard let text = try setting(.staleStates) else { return false }
        // A library that somebody else wrote may say any number.
        let first = max(Int64(text) ?? 1, 1)
        let last = first + min(Self.staleStates - 1, .max - first)
        let cards = CardNumber(rawValue: first)...CardNumber(rawValue: last)
        var schedulers = try Schedulers(self)
        _ = try refreshStates(ofRange: cards, by: &schedulers)
        let next = try connection.row(
            "SELECT min(id) FROM card WHERE id > :last",
            ["last": cards.upperBound]
        ) { $0.isNull(0) ? nil : $0.int64(0) }
        if let next = next ?? nil {
            try set(.staleStates, to: String(next))
            return true
        }
        try removeSetting(.staleStates)
        return false
    }

    /// Few enough that an answer that waits for them is not delayed noticeably.
    private static var staleStates: Int64 { 256 }

    /// Derives the states of cards with consecutive numbers, and returns how many changed.
    private func refreshStates(
        ofRange cards: ClosedRange<CardNumber>,
        by schedulers: inout Schedulers
    ) throws -> Int {
        var count = 0
        var events = try stateEvents(of: cards)
        for stored in try storedCards(cards) {
            let events = events.removeValue(forKey: stored.card) ?? []
            if try refresh(stored, from: events, by: &schedulers) != nil { count += 1 }
        }
        return count
    }

    private func refresh(
        _ stored: StoredCard,
        from events: [CardEvent],
        by schedulers: inout Schedulers
    ) throws -> StateChange? {
        let scheduler = try schedulers.scheduler(for: stored.deck, in: self)
        let state = CardHistory(events, scheduler: scheduler, seed: stored.id.seed).state
        let reviewed = events.latestReview
        guard state != stored.state || reviewed != stored.reviewed else { return nil }
        try store(state, reviewed: reviewed, of: stored)
        guard state != stored.state else { return nil }
        return StateChange(
            card: stored.card,
            id: stored.id,
            before: stored.state,
            after: state,
            rules: scheduler.rules
        )
    }

    /// Most reviews leave the stage and the lapses as they are, so these have a statement of their own: SQLite writes the entries
    /// of an index again if its column is set, even to the same value.
    private func store(_ state: CardState, reviewed: Int64?, of stored: StoredCard) throws {
        let (stage, step) = state.numbers
        // The stage first, so that a card at its first review never looks like one that was reset.
        if stage != stored.state.numbers.stage || state.lapses != stored.state.lapses {
            try connection.run(
                """
                UPDATE card
                SET stage = :stage, lapses = :lapses
                WHERE id = :card
                """,
                ["stage": stage, "lapses": state.lapses, "card": stored.card]
            )
        }
        try connection.run(
            """
            UPDATE card
            SET step = ?, stability = ?, difficulty = ?, due = ?, interval = ?, reviews = ?,
                last_review = ?, last_day = ?, reviewed = ?
            WHERE id = ?
            """
        ) { row in
            row.bind(step)
            row.bind(state.memory?.stability)
            row.bind(state.memory?.difficulty)
            row.bind(state.due)
            row.bind(state.interval)
            row.bind(state.reviews)
            row.bind(state.lastReview)
            row.bind(state.lastDay)
            row.bind(reviewed)
            row.bind(stored.card)
        }
    }
}

extension [CardEvent] {
    /// The moment of the latest review that was not retracted.
    fileprivate var latestReview: Int64? {
        standing.last { if case .review = $0.kind { true } else { false } }?.moment
    }
}
