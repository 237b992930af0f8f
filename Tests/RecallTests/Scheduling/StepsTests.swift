import Testing

@testable import Recall

struct StepsTests {
    static let day = 86_400

    /// Anki's own table: the delays of again, hard and good at a step.
    @Test(arguments: [
        Case([600], step: 0, again: 600, hard: 900, good: nil),
        Case([3 * day], step: 0, again: 3 * day, hard: 4 * day, good: nil),
        Case([60, 600], step: 0, again: 60, hard: 330, good: 600),
        Case([60, 600], step: 1, again: 60, hard: 600, good: nil),
        Case([60, 600, 6000], step: 0, again: 60, hard: 330, good: 600),
        Case([60, 600, 6000], step: 1, again: 60, hard: 600, good: 6000),
        Case([60, 600, 6000], step: 2, again: 60, hard: 6000, good: nil),
        Case([day, 2 * day], step: 0, again: day, hard: 2 * day, good: 2 * day),
        Case([60, 600], step: 7, again: 60, hard: 600, good: nil),
        Case([60, 600], step: -7, again: 60, hard: 330, good: 600),
        Case([], step: 0, again: nil, hard: nil, good: nil),
        Case([0, -5, .max], step: 1, again: 1, hard: 1, good: 365 * day),
    ])
    func givesTheDelaysOfAnki(_ steps: Case) {
        let given = Steps(seconds: steps.seconds)

        #expect(given.again == steps.again)
        #expect(given.hard(at: steps.step) == steps.hard)
        #expect(given.good(at: steps.step) == steps.good)
    }

    struct Case: Sendable {
        let seconds: [Int]
        let step: Int
        let again: Int?
        let hard: Int?
        let good: Int?

        init(_ seconds: [Int], step: Int, again: Int?, hard: Int?, good: Int?) {
            self.seconds = seconds
            self.step = step
            self.again = again
            self.hard = hard
            self.good = good
        }
    }
}
