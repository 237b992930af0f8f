package import Recall

/// What the grade buttons of a review compute intervals from, besides the cards' own memories.
package struct DealtSchedule: Equatable, Sendable {
    /// Of the memory model.
    package var parameters: Parameters
    /// The learner's settings.
    package var rules: SchedulingRules
    /// How many cards of the library are due on each of the next ninety days, tomorrow first.
    package var load: [Int]

    package init(parameters: Parameters, rules: SchedulingRules, load: [Int]) {
        self.parameters = parameters
        self.rules = rules
        self.load = load
    }
}
