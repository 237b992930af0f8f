package import Notes
package import Recall
internal import SQLite

/// An answer as statistics count it; everything follows from what was logged, nothing from the scheduler's parameters.
package struct LoggedAnswer: Sendable {
    /// The learner's day, by the UTC offset of the answer itself.
    package var day: Int
    package var isReview: Bool
    package var grade: Grade
    package var milliseconds: Int
    /// How many days the review before had scheduled; nil for a card's first review, and for practice.
    package var interval: Double?
    /// Whether it is its card's first review on that day.
    package var isFirstOfDay: Bool
}

/// The cards whose answers or states are counted.
package enum CountedCards: Sendable {
    case all
    case decks([DeckID])
    case notes([NoteID])
}

extension Reading where Self: ~Copyable {
    /// Calls the body with every answer that was not retracted, card by card, those of each card in order.
    ///
    /// The answers of deleted cards are counted with all cards only.
    ///
    /// - Parameter rollover: The hour at which a day begins.
    package func forEachAnswer(
        of cards: CountedCards,
        rollover: Int,
        _ body: (LoggedAnswer) throws -> Void
    ) throws {
        var card: Int64?
        var last: (moment: Int64, due: Int64?, day: Int)?
        func read(_ row: borrowing Row) throws {
            if row.int64(0) != card { (card, last) = (row.int64(0), nil) }
            guard let grade = Grade(rawValue: UInt8(clamping: row.int(4))) else { return }
            let moment = row.int64(1)
            let isReview = row.int(3) == 0
            let answer = LoggedAnswer(
                day: row.int(2),
                isReview: isReview,
                grade: grade,
                milliseconds: row.int(5),
                interval: isReview
                    ? last.flatMap { last in
                        last.due.map { Double($0 - last.moment) / 86_400_000 }
                    } : nil,
                isFirstOfDay: isReview && last?.day != row.int(2)
            )
            if isReview {
                last = (moment, row.isNull(6) ? nil : row.int64(6), row.int(2))
            }
            try body(answer)
        }
        let sql =
            SQL(
                """
                SELECT card, moment, (moment + utc_offset * 60000 - ? * 3600000) / 86400000, kind, grade, duration, due
                FROM standing_event
                WHERE kind IN (0, 1)
                """,
                rollover
            ) + cards.condition("card") + SQL("ORDER BY card, moment, id")
        try connection.forEach(sql) { try read($0) }
    }

    /// How many cards are in each state at a moment.
    ///
    /// A note whose cards were never asked counts as one new card.
    package func cardStates(of cards: CountedCards, at now: Moment) throws -> CardStateCounts {
        var states = CardStateCounts()
        let asked =
            SQL(
                """
                SELECT CASE
                    WHEN card.is_suspended = 1 THEN 0
                    WHEN coalesce(buried, 0) > ? THEN 1
                    WHEN stage = 0 THEN 2
                    WHEN stage = 1 THEN 3
                    WHEN stage = 3 THEN 4
                    WHEN interval < 21 THEN 5
                    ELSE 6
                    END AS state, count(*)
                FROM card
                JOIN note ON note.id = card.note
                WHERE note.binned IS NULL
                AND is_asked = 1
                """,
                now
            ) + cards.condition("card.id") + SQL("GROUP BY state")
        try connection.forEach(asked) { states.count($0.int(1), in: $0.int(0)) }
        let neverAsked =
            SQL(
                """
                SELECT count(*)
                FROM note
                WHERE binned IS NULL
                AND cards = 0
                """
            ) + cards.noteCondition
        try connection.forEach(neverAsked) { states.new += $0.int(0) }
        return states
    }
}

/// How many cards are in each state.
package struct CardStateCounts: Sendable {
    package var new = 0
    package var learning = 0
    package var relearning = 0
    package var young = 0
    package var mature = 0
    package var suspended = 0
    package var buried = 0

    /// - Parameter state: As numbered by the query.
    fileprivate mutating func count(_ cards: Int, in state: Int) {
        switch state {
        case 0: suspended = cards
        case 1: buried = cards
        case 2: new = cards
        case 3: learning = cards
        case 4: relearning = cards
        case 5: young = cards
        default: mature = cards
        }
    }
}

extension CountedCards {
    /// Restricts a query to these cards.
    fileprivate func condition(_ card: StaticString) -> SQL {
        switch self {
        case .all: SQL("")
        case .decks(let decks):
            SQL("AND") + SQL(card)
                + SQL(
                    """
                    IN (
                        SELECT card.id
                        FROM card
                        JOIN note ON note.id = card.note
                        WHERE coalesce(card.deck, note.deck) IN (SELECT value FROM json_each(?))
                    )
                    """,
                    jsonArray(of: decks)
                )
        case .notes(let notes):
            SQL("AND") + SQL(card)
                + SQL(
                    """
                    IN (
                        SELECT id
                        FROM card
                        WHERE note IN (SELECT value FROM json_each(?))
                    )
                    """,
                    jsonArray(of: notes)
                )
        }
    }

    fileprivate var noteCondition: SQL {
        switch self {
        case .all: SQL("")
        case .decks(let decks):
            SQL("AND deck IN (SELECT value FROM json_each(?))", jsonArray(of: decks))
        case .notes(let notes):
            SQL("AND id IN (SELECT value FROM json_each(?))", jsonArray(of: notes))
        }
    }
}
