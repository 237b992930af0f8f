package import Notes
package import Recall

/// All that was answered to one card or done to its schedule, with the memory that each review left.
package struct CardLog: Sendable {
    package struct Entry: Sendable {
        package enum Kind: Hashable, Sendable {
            case review(Grade)
            case practice(Grade)
            /// The card became new again.
            case reset
            /// Its due date was set.
            case redated
        }

        package var moment: Moment
        /// How far the learner's clock was ahead of UTC, in minutes.
        package var offset: Int
        package var kind: Kind
        /// In milliseconds; nil if it is not an answer.
        package var duration: Int?
        /// The probability of recall before a review; nil for the first one and for other entries.
        package var recall: Double?
        /// The memory after a review; nil for other entries.
        package var memory: Memory?
        /// The days until the card was to return; 0 for a step, nil for practice and a reset.
        package var interval: Int?

        package var isReview: Bool { if case .review = kind { true } else { false } }

        package init(
            moment: Moment,
            offset: Int,
            kind: Kind,
            duration: Int?,
            recall: Double? = nil,
            memory: Memory? = nil,
            interval: Int? = nil
        ) {
            self.moment = moment
            self.offset = offset
            self.kind = kind
            self.duration = duration
            self.recall = recall
            self.memory = memory
            self.interval = interval
        }
    }

    package var card: CardID
    /// The card's question as text.
    package var prompt: String
    /// Oldest first, without retracted answers.
    package var entries: [Entry]
    /// The memory now, and when it was last refreshed; nil for a new card.
    package var memory: Memory?
    package var lastReview: Moment?
    /// The desired retention of the card's deck.
    package var desiredRetention: Double
    package var parameters: Parameters
    package var now: Moment
    /// How far the learner's clock is ahead of UTC, in minutes.
    package var offset: Int

    package init(
        card: CardID,
        prompt: String,
        entries: [Entry],
        memory: Memory?,
        lastReview: Moment?,
        desiredRetention: Double,
        parameters: Parameters,
        now: Moment,
        offset: Int
    ) {
        self.card = card
        self.prompt = prompt
        self.entries = entries
        self.memory = memory
        self.lastReview = lastReview
        self.desiredRetention = desiredRetention
        self.parameters = parameters
        self.now = now
        self.offset = offset
    }
}
