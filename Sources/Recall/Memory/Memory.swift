/// What a learner's mind holds of one card, as FSRS sees it.
///
/// Both numbers are always within their bounds, whatever a memory is made of: what is no number becomes the lower one.
package struct Memory: Equatable, Sendable {
    /// Days until recall falls to nine in ten.
    package let stability: Double
    /// From 1 (easy) to 10 (hard).
    package let difficulty: Double

    /// What stability can be: from a minute and a half to a hundred years, in days.
    package static let stabilities = 0.001...36_500.0
    /// What difficulty can be.
    package static let difficulties = 1.0...10.0

    /// Puts a memory together, each number brought into its bounds.
    package init(stability: Double, difficulty: Double) {
        self.stability = stability.clamped(from: 0.001, to: 36_500)
        self.difficulty = difficulty.clamped(from: 1, to: 10)
    }
}
