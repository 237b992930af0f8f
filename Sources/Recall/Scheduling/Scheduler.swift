/// Decides when a card returns: FSRS-6 predicts how long its memory lasts, and the rules turn that into days or steps.
///
/// Steps and the order of intervals are those of Anki, so that they are familiar to learners who come from there.
package final class Scheduler: Sendable {
    package let model: MemoryModel
    package let rules: SchedulingRules

    /// Interval divided by stability.
    let intervalFactor: Double

    package init(model: MemoryModel = MemoryModel(), rules: SchedulingRules = SchedulingRules()) {
        self.model = model
        self.rules = rules
        intervalFactor = model.intervalFactor(for: rules.retention)
    }

    /// A review's circumstances besides the card and the grade.
    package struct Review: Sendable {
        package var moment: Int64
        /// Minutes by which the learner's clock is ahead of UTC.
        package var offset: Int
        /// Specific to the card and permanent; determines the fuzz of its intervals.
        package var seed: UInt64
        /// How busy the coming days are; nil to fuzz intervals by the seed instead.
        package var load: ReviewLoad?

        package init(moment: Int64, offset: Int, seed: UInt64, load: ReviewLoad? = nil) {
            self.moment = DayBoundary.clamped(moment)
            self.offset = offset
            self.seed = seed
            self.load = load
        }
    }

    /// The card's next states, in the order of the grades.
    package func outcomes(of card: CardState, at review: Review) -> [CardState] {
        var review = CardReview(self, card: card, review: review)
        return Grade.allCases.map { review.state(after: $0) }
    }

    package func answer(_ grade: Grade, to card: CardState, at review: Review) -> CardState {
        var review = CardReview(self, card: card, review: review)
        return review.state(after: grade)
    }
}
