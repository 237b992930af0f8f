package import Notes
package import Recall

/// What the grade buttons of a review compute intervals from, besides the cards' own memories.
package struct DealtSchedule: Equatable, Sendable {
    /// The scheduler of some decks.
    package struct Scheduler: Equatable, Sendable {
        /// One of these decks, by which cards name it.
        package var deck: DeckID
        /// Of the memory model.
        package var parameters: Parameters
        /// The settings of the learner and of the decks.
        package var rules: SchedulingRules

        package init(deck: DeckID, parameters: Parameters, rules: SchedulingRules) {
            self.deck = deck
            self.parameters = parameters
            self.rules = rules
        }
    }

    /// Those of the session's decks, all different.
    package var schedulers: [Scheduler]
    /// How busy each of the next ninety days is, tomorrow first: the number of cards of the library that are due, and more on
    /// days that are to be easy.
    package var load: [Int]
    /// How much busier each further card makes these days: 1, or more on days that are to be easy.
    package var weights: [Int]

    package init(schedulers: [Scheduler], load: [Int], weights: [Int]) {
        self.schedulers = schedulers
        self.load = load
        self.weights = weights
    }
}
