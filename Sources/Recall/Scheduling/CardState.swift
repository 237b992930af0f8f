/// The schedule of a card between two reviews; it follows from the card's log.
///
/// Moments are milliseconds since 1970 UTC, here and in all schedules.
package struct CardState: Equatable, Sendable {
    /// How far a card has come.
    package enum Stage: Equatable, Sendable {
        case new
        /// Being learned, at this step.
        case learning(step: Int)
        /// Learned; the interval is in days.
        case review
        /// Forgotten, and being relearned at this step.
        case relearning(step: Int)

        /// The same with a step that a card can reach.
        fileprivate var limited: Stage {
            switch self {
            case .learning(let step): .learning(step: step.clamped(to: CardState.steps))
            case .relearning(let step): .relearning(step: step.clamped(to: CardState.steps))
            case .new, .review: self
            }
        }
    }

    package internal(set) var stage: Stage
    /// Nil for a card that was never reviewed.
    package internal(set) var memory: Memory?
    /// When the card is due; nil for a new card.
    ///
    /// A card in review is due during the whole day that contains this moment, a card at a step from this moment on.
    package internal(set) var due: Int64?
    /// Days from the last review to `due`; 0 until the first steps are completed.
    package internal(set) var interval: Int
    package internal(set) var reviews: Int
    /// How many times the card was forgotten after it had been learned.
    package internal(set) var lapses: Int
    /// The moment of the last review.
    package internal(set) var lastReview: Int64?
    /// The learner's day of the last review.
    package internal(set) var lastDay: Int?

    /// The steps at which a card can be; settings allow fewer, but they may have allowed more before.
    package static let steps = 0...999
    package static let intervals = 0...36_500
    /// How many reviews and lapses a card can have.
    package static let counts = 0...1_000_000_000
    package static let days = -100_000_100...100_000_100
    /// In milliseconds; a card that is reviewed at the last of `DayBoundary.moments` is due a hundred years later.
    package static let dues: ClosedRange<Int64> = -9_000_000_000_000_000...9_000_000_000_000_000

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

    /// Limits the numbers to values that a card can reach.
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
        self.stage = stage.limited
        self.memory = memory
        self.due = due.map { min(max($0, Self.dues.lowerBound), Self.dues.upperBound) }
        self.interval = interval.clamped(to: Self.intervals)
        self.reviews = reviews.clamped(to: Self.counts)
        self.lapses = lapses.clamped(to: Self.counts)
        self.lastReview = lastReview.map { DayBoundary.clamped($0) }
        self.lastDay = lastDay?.clamped(to: Self.days)
    }
}

// MARK: - Button labels

extension CardState {
    /// The time until a card returns.
    package enum Delay: Equatable, Sendable {
        /// At a step.
        case seconds(Int)
        /// The learner's days.
        case days(Int)
    }

    /// The time from a review at that moment until the card returns; nil for a new card.
    package func delay(after moment: Int64) -> Delay? {
        switch stage {
        case .new: nil
        case .review: .days(interval)
        case .learning, .relearning:
            due.map { .seconds(Int(clamping: max($0 &- moment, 0) / 1000)) }
        }
    }
}
