package import Recall

/// What a simulation of a learner's coming year starts from: the learner's own habits, and a sample of the cards.
package struct StudyOutlook: Equatable, Sendable {
    package var parameters: Parameters
    package var habits: StudyHabits
    package var cards: [StudySimulation.Card]
    /// How many cards were never reviewed.
    package var unseen: Int
    /// How many cards each of the sample stands for.
    package var scale: Double

    package init(
        parameters: Parameters,
        habits: StudyHabits,
        cards: [StudySimulation.Card],
        unseen: Int,
        scale: Double
    ) {
        self.parameters = parameters
        self.habits = habits
        self.cards = cards
        self.unseen = unseen
        self.scale = scale
    }
}
