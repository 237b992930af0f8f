package import Notes
package import Recall

/// All that was answered to one card, with the memory that each review left.
package struct CardLog: Sendable {
    package struct Entry: Sendable {
        package var moment: Moment
        /// How far the learner's clock was ahead of UTC, in minutes.
        package var offset: Int
        package var grade: Grade
        package var isPractice: Bool
        /// In milliseconds.
        package var duration: Int
        /// The probability of recall before a review; nil for the first one, and for practice.
        package var recall: Double?
        /// The memory after a review; nil for practice.
        package var memory: Memory?
        /// The days until the card was to return; 0 for a step, nil for practice.
        package var interval: Int?

        package init(
            moment: Moment,
            offset: Int,
            grade: Grade,
            isPractice: Bool,
            duration: Int,
            recall: Double?,
            memory: Memory?,
            interval: Int?
        ) {
            self.moment = moment
            self.offset = offset
            self.grade = grade
            self.isPractice = isPractice
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
