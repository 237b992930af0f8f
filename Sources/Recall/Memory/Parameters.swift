/// The 21 numbers of FSRS-6 that say how a learner forgets, each under the name of what it does.
///
/// Values always lie in `ranges`. Where papers and other programs write w₀ … w₂₀, here stand the properties in that
/// order; the formulas are `MemoryModel`'s.
package struct Parameters: Equatable, Sendable {
    /// w₀: days of stability after a first review that was graded again.
    package let stabilityAfterAgain: Double
    /// w₁: days of stability after a first review that was graded hard.
    package let stabilityAfterHard: Double
    /// w₂: days of stability after a first review that was graded good.
    package let stabilityAfterGood: Double
    /// w₃: days of stability after a first review that was graded easy.
    package let stabilityAfterEasy: Double
    /// w₄: difficulty after a first review that was graded again.
    package let firstDifficulty: Double
    /// w₅: how much faster than the grade before each better first grade lowers difficulty.
    package let firstDifficultyGrowth: Double
    /// w₆: how much difficulty a grade below good adds, and one above it takes away.
    package let difficultyStep: Double
    /// w₇: how far each review draws difficulty back to that of an easy card.
    package let difficultyReversion: Double
    /// w₈: logarithm of how much remembering strengthens a memory.
    package let successGrowth: Double
    /// w₉: how much less a memory gains that is already stable.
    package let successSaturation: Double
    /// w₁₀: how much more a memory gains that was nearly forgotten.
    package let successForgetting: Double
    /// w₁₁: how much stability is left after a lapse.
    package let lapseStability: Double
    /// w₁₂: how much less is left of a difficult card.
    package let lapseDifficulty: Double
    /// w₁₃: how much of earlier stability survives a lapse.
    package let lapseSurvival: Double
    /// w₁₄: how much more is left after a lapse that was to be expected.
    package let lapseForgetting: Double
    /// w₁₅: what part of the gain a hard answer keeps.
    package let hardPenalty: Double
    /// w₁₆: how many times the gain an easy answer gets.
    package let easyBonus: Double
    /// w₁₇: how much a second review on the same day moves stability.
    package let sameDayGrowth: Double
    /// w₁₈: how far above good the grade lies that leaves stability alone on the same day.
    package let sameDayOffset: Double
    /// w₁₉: how much less a stable memory gains on the same day.
    package let sameDaySaturation: Double
    /// w₂₀: how steeply the forgetting curve falls.
    package let forgettingDecay: Double
}

// MARK: - As a list

extension Parameters {
    /// What fits most learners: the mean over 10,000 collections, as published with FSRS-6.
    package static let `default` = Parameters(inOrder: [
        0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796,
        1.4835, 0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
    ])

    /// How many parameters FSRS-6 has.
    package static let count = 21

    /// What each parameter may be; outside of these the formulas stop making sense.
    package static let ranges: [ClosedRange<Double>] = [
        0.001...100, 0.001...100, 0.001...100, 0.001...100, 1...10, 0.001...4, 0.001...4,
        0.001...0.75, 0...4.5, 0...0.8, 0.001...3.5, 0.001...5, 0.001...0.25, 0.001...0.9,
        0...4, 0...1, 1...6, 0...2, 0...2, 0...0.8, 0.1...0.8,
    ]

    /// Reads the parameters of FSRS-6 (21 numbers), FSRS-5 (19) or FSRS-4.5 (17) in their published order.
    ///
    /// Older ones become the FSRS-6 parameters that mean the same. What lies outside of its range is brought into it.
    package init(_ values: [Double]) throws(ParametersError) {
        if let place = values.firstIndex(where: { !$0.isFinite }) { throw .notFinite(place: place) }
        switch values.count {
        case 17: self.init(inOrder: Self.converted(fromVersion4: values) + [0, 0, 0, 0.5])
        case 19: self.init(inOrder: values + [0, 0.5])
        case Self.count: self.init(inOrder: values)
        default: throw .count(values.count)
        }
    }

    /// The 21 numbers in their published order.
    package var values: [Double] {
        [
            stabilityAfterAgain, stabilityAfterHard, stabilityAfterGood, stabilityAfterEasy,
            firstDifficulty, firstDifficultyGrowth, difficultyStep, difficultyReversion,
            successGrowth, successSaturation, successForgetting,
            lapseStability, lapseDifficulty, lapseSurvival, lapseForgetting,
            hardPenalty, easyBonus,
            sameDayGrowth, sameDayOffset, sameDaySaturation,
            forgettingDecay,
        ]
    }

    /// Takes 21 numbers, each brought into its range; what a conversion made no number of becomes the lowest.
    private init(inOrder values: [Double]) {
        func value(_ place: Int) -> Double {
            let range = Self.ranges[place]
            return values[place].clamped(from: range.lowerBound, to: range.upperBound)
        }
        stabilityAfterAgain = value(0)
        stabilityAfterHard = value(1)
        stabilityAfterGood = value(2)
        stabilityAfterEasy = value(3)
        firstDifficulty = value(4)
        firstDifficultyGrowth = value(5)
        difficultyStep = value(6)
        difficultyReversion = value(7)
        successGrowth = value(8)
        successSaturation = value(9)
        successForgetting = value(10)
        lapseStability = value(11)
        lapseDifficulty = value(12)
        lapseSurvival = value(13)
        lapseForgetting = value(14)
        hardPenalty = value(15)
        easyBonus = value(16)
        sameDayGrowth = value(17)
        sameDayOffset = value(18)
        sameDaySaturation = value(19)
        forgettingDecay = value(20)
    }

    /// FSRS-4.5 let the first difficulty fall by the same amount a grade, from good, and damped no step.
    private static func converted(fromVersion4 old: [Double]) -> [Double] {
        var values = old
        values[4] = old[4] + 2 * old[5]
        values[5] = .log(3 * old[5] + 1) / 3
        values[6] = old[6] + 0.5
        return values
    }
}
