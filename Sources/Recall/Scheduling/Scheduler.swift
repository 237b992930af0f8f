/// Says when a card comes back: FSRS-6 says how long its memory lasts, and rules make a day or a step of that.
///
/// Steps and the order of intervals are Anki's, so that a learner who comes from there meets what they know.
package final class Scheduler: Sendable {
    /// How memory changes and fades.
    package let model: MemoryModel
    /// What the learner settled.
    package let rules: SchedulingRules

    /// How many times its stability a memory's interval is.
    let stretch: Double

    /// Puts a model and rules together.
    package init(model: MemoryModel = MemoryModel(), rules: SchedulingRules = SchedulingRules()) {
        self.model = model
        self.rules = rules
        stretch = model.stretch(for: rules.retention)
    }

    /// What a review knows besides the card and the grade.
    package struct Review: Sendable {
        /// When it happens.
        package var moment: Int64
        /// Minutes that the learner's clock is ahead of UTC.
        package var offset: Int
        /// A number of the card's own, the same for ever, that its intervals vary by.
        package var seed: UInt64
        /// How busy the coming days are; nil to vary intervals by the seed instead.
        package var load: Load?

        /// Takes what is known of a review.
        package init(moment: Int64, offset: Int, seed: UInt64, load: Load? = nil) {
            self.moment = DayBoundary.limited(moment)
            self.offset = offset
            self.seed = seed
            self.load = load
        }
    }

    /// What becomes of a card under each grade, for the buttons; in the order of the grades.
    package func outcomes(of card: CardState, at review: Review) -> [CardState] {
        var answering = Answering(self, card: card, review: review)
        return Grade.allCases.map { answering.result(of: $0) }
    }

    /// What becomes of a card that is given a grade.
    package func answer(_ grade: Grade, to card: CardState, at review: Review) -> CardState {
        var answering = Answering(self, card: card, review: review)
        return answering.result(of: grade)
    }

    /// The interval that keeps a memory at the retention that is asked for, in days and their parts.
    package func interval(of memory: Memory) -> Double { memory.stability * stretch }
}
