/// The coefficients with which one kind of review enters the formulas of `MemoryModel`.
///
/// All kinds of review share one formula and differ only in these numbers, so that different kinds can be computed in the
/// lanes of one register. Powers and logarithms are to base two.
struct UpdateCoefficients<Value: Lanes> {
    /// Added to stability before its logarithm is taken: 1 for a lapse a day or more after the last review, else 0.
    var shift: Value
    /// Stability is scaled by two to the power of `scale` + `scaleStability`·log₂(S + `shift`).
    var scale: Value
    var scaleStability: Value
    /// The lower bound of the scale on the same day.
    var minimumScale: Value
    /// Forgetting adds two to the power of `gain` + `gainDifficulty`·log₂ D + `gainForgetting`·(1 − R).
    var gain: Value
    var gainDifficulty: Value
    var gainForgetting: Value
    /// The factor of the gain for hard and easy answers.
    var bonus: Value
    /// Added to difficulty for each point by which it is below 10.
    var difficulty: Value
}

extension UpdateCoefficients: Sendable where Value: Sendable {}

extension UpdateCoefficients<Double> {
    /// The coefficients of the four grades a day or more after the last review, worst first, then those on the same day.
    static func all(_ w: Parameters) -> [UpdateCoefficients<Double>] {
        let sameDay = Grade.allCases.map { coefficients(of: $0, w, onSameDay: true) }
        return Grade.allCases.map { coefficients(of: $0, w, onSameDay: false) } + sameDay
    }

    private static func coefficients(
        of grade: Grade,
        _ w: Parameters,
        onSameDay isSameDay: Bool
    ) -> UpdateCoefficients<Double> {
        let log₂e = 1.4426950408889634
        let aboveGood = Double(grade.rawValue) - 3
        var coefficients = UpdateCoefficients(
            shift: 0,
            scale: w.successGrowth * log₂e,
            scaleStability: -w.successSaturation,
            minimumScale: 0,
            gain: 0,
            gainDifficulty: 0,
            gainForgetting: w.successForgetting * log₂e,
            bonus: 1,
            difficulty: -w.difficultyStep / 9 * aboveGood
        )
        switch grade {
        case _ where isSameDay:
            coefficients.scale = w.sameDayGrowth * (aboveGood + w.sameDayOffset) * log₂e
            coefficients.scaleStability = -w.sameDaySaturation
            coefficients.minimumScale = grade.isRemembered ? 1 : 0
        case .again:
            coefficients.shift = 1
            coefficients.scale = 0
            coefficients.scaleStability = w.lapseSurvival
            coefficients.gain = .log(w.lapseStability) * log₂e
            coefficients.gainDifficulty = -w.lapseDifficulty
            coefficients.gainForgetting = w.lapseForgetting * log₂e
        case .hard: coefficients.bonus = w.hardPenalty
        case .good: break
        case .easy: coefficients.bonus = w.easyBonus
        }
        return coefficients
    }
}

extension UpdateCoefficients where Value: SIMD<Double> {
    /// The coefficients of a review for each lane.
    @inline(__always)
    init(lanes coefficients: (Int) -> UpdateCoefficients<Double>) {
        self.init(
            shift: Value(),
            scale: Value(),
            scaleStability: Value(),
            minimumScale: Value(),
            gain: Value(),
            gainDifficulty: Value(),
            gainForgetting: Value(),
            bonus: Value(),
            difficulty: Value()
        )
        for lane in 0..<Value.scalarCount {
            let kind = coefficients(lane)
            shift[lane] = kind.shift
            scale[lane] = kind.scale
            scaleStability[lane] = kind.scaleStability
            minimumScale[lane] = kind.minimumScale
            gain[lane] = kind.gain
            gainDifficulty[lane] = kind.gainDifficulty
            gainForgetting[lane] = kind.gainForgetting
            bonus[lane] = kind.bonus
            difficulty[lane] = kind.difficulty
        }
    }
}
