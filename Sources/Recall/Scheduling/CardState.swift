/// Everything that is kept of a card between two reviews; it follows from the card's log.
///
/// Moments are milliseconds since 1970 UTC, here and everywhere in schedules.
package struct CardState: Equatable, Sendable {
    /// How far a card has come.
    package enum Stage: Equatable, Sendable {
        /// Never reviewed.
        case new
        /// Being learned, at this step.
        case learning(step: Int)
        /// Learned; comes back after days.
        case review
        /// Forgotten, and being learned anew, at this step.
        case relearning(step: Int)
    }

    /// How far the card has come.
    package internal(set) var stage: Stage
    /// What is remembered of it; nil for a card that was never reviewed.
    package internal(set) var memory: Memory?
    /// When it should be asked again; nil for a new card.
    ///
    /// A card in review is due for all of the day in which this lies, a card at its steps from this very moment on.
    package internal(set) var due: Int64?
    /// Days from the last review to `due`; 0 until a card has left its first steps.
    package internal(set) var interval: Int
    /// How many reviews it has had.
    package internal(set) var reviews: Int
    /// How many times it was forgotten once it was learned.
    package internal(set) var lapses: Int
    /// The moment of its last review.
    package internal(set) var lastReview: Int64?
    /// The learner's day of its last review.
    package internal(set) var lastDay: Int?

    /// A card that was never reviewed.
    package static let new = CardState(
        stage: .new,
        memory: nil,
        due: nil,
        interval: 0,
        reviews: 0,
        lapses: 0,
        lastReview: nil,
        lastDay: nil
    )

    /// Puts a state together; numbers that no card ever gets to are brought to what some card might.
    package init(
        stage: Stage,
        memory: Memory?,
        due: Int64?,
        interval: Int,
        reviews: Int,
        lapses: Int,
        lastReview: Int64?,
        lastDay: Int?
    ) {
        self.stage = stage
        self.memory = memory
        self.due = due
        self.interval = interval.clamped(to: 0...36_500)
        self.reviews = reviews.clamped(to: 0...1_000_000_000)
        self.lapses = lapses.clamped(to: 0...1_000_000_000)
        self.lastReview = lastReview
        self.lastDay = lastDay?.clamped(to: -100_000_100...100_000_100)
    }
}

// MARK: - On buttons

extension CardState {
    /// How long a card is left alone.
    package enum Delay: Equatable, Sendable {
        /// So many seconds, at a step.
        case seconds(Int)
        /// So many of the learner's days.
        case days(Int)
    }

    /// How long it is from a review at that moment until the card comes back; nil for a new card.
    package func delay(after moment: Int64) -> Delay? {
        switch stage {
        case .new: nil
        case .review: .days(interval)
        case .learning, .relearning:
            due.map { .seconds(Int(clamping: max($0 &- moment, 0) / 1000)) }
        }
    }
}
