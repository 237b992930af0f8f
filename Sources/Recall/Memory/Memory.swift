/// The state of a learner's memory of one card in FSRS.
///
/// Both numbers are always within their ranges, whatever they are created from: NaN becomes the lower bound.
package struct Memory: Equatable, Sendable {
    /// The number of days after which the probability of recall falls to 0.9.
    package let stability: Double
    /// From 1 (easy) to 10 (hard).
    package let difficulty: Double

    /// In days: from a minute and a half to a hundred years.
    package static let stabilityRange = 0.001...36_500.0
    package static let difficultyRange = 1.0...10.0

    /// Limits each number to its range.
    package init(stability: Double, difficulty: Double) {
        self.stability = stability.clamped(from: 0.001, to: 36_500)
        self.difficulty = difficulty.clamped(from: 1, to: 10)
    }
}
