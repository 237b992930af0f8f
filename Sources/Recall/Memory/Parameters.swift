/// The 21 parameters of FSRS-6, which describe how a learner forgets.
///
/// Values are always within `ranges`. The properties are in the order in which the literature writes w₀ … w₂₀; the
/// formulas are in `MemoryModel`.
package struct Parameters: Equatable, Sendable {
    /// w₀: stability in days after a first review graded again.
    package let stabilityAfterAgain: Double
    /// w₁: stability in days after a first review graded hard.
    package let stabilityAfterHard: Double
    /// w₂: stability in days after a first review graded good.
    package let stabilityAfterGood: Double
    /// w₃: stability in days after a first review graded easy.
    package let stabilityAfterEasy: Double
    /// w₄: difficulty after a first review graded again.
    package let firstDifficulty: Double
    /// w₅: growth, from grade to grade, of the amount by which a better first grade lowers difficulty.
    package let firstDifficultyGrowth: Double
    /// w₆: how much a grade below good raises difficulty, and one above good lowers it.
    package let difficultyStep: Double
    /// w₇: the fraction by which each review moves difficulty back to that of an easy card (mean reversion).
    package let difficultyReversion: Double
    /// w₈: logarithm of the increase of stability by a successful review.
    package let successGrowth: Double
    /// w₉: how much smaller the increase is for a memory that is already stable.
    package let successSaturation: Double
    /// w₁₀: how much greater the increase is for a memory that was nearly forgotten.
    package let successForgetting: Double
    /// w₁₁: the scale of stability after a lapse.
    package let lapseStability: Double
    /// w₁₂: how much smaller it is for a difficult card.
    package let lapseDifficulty: Double
    /// w₁₃: how much it grows with the previous stability.
    package let lapseSurvival: Double
    /// w₁₄: how much greater it is if the lapse was likely.
    package let lapseForgetting: Double
    /// w₁₅: the factor of the increase for a hard answer.
    package let hardPenalty: Double
    /// w₁₆: the factor of the increase for an easy answer.
    package let easyBonus: Double
    /// w₁₇: how much a second review on the same day changes stability.
    package let sameDayGrowth: Double
    /// w₁₈: shifts the grade that leaves stability unchanged on the same day.
    package let sameDayOffset: Double
    /// w₁₉: how much less a stable memory gains on the same day.
    package let sameDaySaturation: Double
    /// w₂₀: the steepness of the forgetting curve.
    package let forgettingDecay: Double
}

// MARK: - As an array

extension Parameters {
    /// Suitable for most learners: the mean over 10,000 collections, as published with FSRS-6.
    package static let `default` = Parameters(inOrder: [
        0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796,
        1.4835, 0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
    ])

    package static let count = 21

    /// The valid values of each parameter; outside these the formulas are not meaningful.
    package static let ranges: [ClosedRange<Double>] = [
        0.001...100, 0.001...100, 0.001...100, 0.001...100, 1...10, 0.001...4, 0.001...4,
        0.001...0.75, 0...4.5, 0...0.8, 0.001...3.5, 0.001...5, 0.001...0.25, 0.001...0.9,
        0...4, 0...1, 1...6, 0...2, 0...2, 0...0.8, 0.1...0.8,
    ]

    /// Reads the parameters of FSRS-6 (21 numbers), FSRS-5 (19) or FSRS-4.5 (17) in their published order.
    ///
    /// Older ones are converted to the equivalent FSRS-6 parameters. Values outside their range are limited to it.
    package init(_ values: [Double]) throws(ParametersError) {
        if let index = values.firstIndex(where: { !$0.isFinite }) { throw .notFinite(index: index) }
        switch values.count {
        case 17: self.init(inOrder: Self.converted(fromVersion4: values) + [0, 0, 0, 0.5])
        case 19: self.init(inOrder: values + [0, 0.5])
        case Self.count: self.init(inOrder: values)
        default: throw .count(values.count)
        }
    }

    /// In the published order.
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

    /// Takes 21 numbers and limits each to its range; NaN, which a conversion may produce, becomes the lower bound.
    private init(inOrder values: [Double]) {
        func value(_ index: Int) -> Double {
            let range = Self.ranges[index]
            return values[index].clamped(from: range.lowerBound, to: range.upperBound)
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

    /// In FSRS-4.5 the first difficulty fell by the same amount for each grade, counted from good, and its changes had no
    /// linear damping.
    private static func converted(fromVersion4 old: [Double]) -> [Double] {
        var values = old
        values[4] = old[4] + 2 * old[5]
        values[5] = .log(3 * old[5] + 1) / 3
        values[6] = old[6] + 0.5
        return values
    }
}
