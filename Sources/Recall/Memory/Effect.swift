/// What one kind of review does to a memory: the numbers that go into the formulas of `MemoryModel`.
///
/// There is one formula for all kinds of review, so that different ones can stand side by side in the lanes of a
/// register; what tells them apart is only these numbers. Powers and logarithms are of base two.
struct Effect<Value: Lanes> {
    /// Added to stability before its logarithm is taken: 1 after a lapse of a day or more, else 0.
    var shift: Value
    /// `scale` + `scaleStability`·log₂(S + `shift`) is the power of two that stability is scaled by.
    var scale: Value
    var scaleStability: Value
    /// The least that a scale can be on the same day.
    var leastScale: Value
    /// `gain` + `gainDifficulty`·log₂ D + `gainForgetting`·(1 − R) is the power of two that forgetting adds.
    var gain: Value
    var gainDifficulty: Value
    var gainForgetting: Value
    /// What part of the gain counts, for hard and easy answers.
    var bonus: Value
    /// What is added to difficulty, a point that it lies below 10.
    var difficulty: Value
}

extension Effect: Sendable where Value: Sendable {}

extension Effect<Double> {
    /// The effects of the four grades a day or more after the last review, worst first, then those on the same day.
    static func all(_ w: Parameters) -> [Effect<Double>] {
        let sameDay = Grade.allCases.map { effect(of: $0, w, onSameDay: true) }
        return Grade.allCases.map { effect(of: $0, w, onSameDay: false) } + sameDay
    }

    private static func effect(
        of grade: Grade,
        _ w: Parameters,
        onSameDay isSameDay: Bool
    ) -> Effect<Double> {
        let log₂e = 1.4426950408889634
        let aboveGood = Double(grade.rawValue) - 3
        var effect = Effect(
            shift: 0,
            scale: w.successGrowth * log₂e,
            scaleStability: -w.successSaturation,
            leastScale: 0,
            gain: 0,
            gainDifficulty: 0,
            gainForgetting: w.successForgetting * log₂e,
            bonus: 1,
            difficulty: -w.difficultyStep / 9 * aboveGood
        )
        switch grade {
        case _ where isSameDay:
            effect.scale = w.sameDayGrowth * (aboveGood + w.sameDayOffset) * log₂e
            effect.scaleStability = -w.sameDaySaturation
            effect.leastScale = grade.isRemembered ? 1 : 0
        case .again:
            effect.shift = 1
            effect.scale = 0
            effect.scaleStability = w.lapseSurvival
            effect.gain = .log(w.lapseStability) * log₂e
            effect.gainDifficulty = -w.lapseDifficulty
            effect.gainForgetting = w.lapseForgetting * log₂e
        case .hard: effect.bonus = w.hardPenalty
        case .good: break
        case .easy: effect.bonus = w.easyBonus
        }
        return effect
    }
}

extension Effect where Value: SIMD<Double> {
    /// One effect a lane.
    @inline(__always)
    init(lanes effect: (Int) -> Effect<Double>) {
        self.init(
            shift: Value(),
            scale: Value(),
            scaleStability: Value(),
            leastScale: Value(),
            gain: Value(),
            gainDifficulty: Value(),
            gainForgetting: Value(),
            bonus: Value(),
            difficulty: Value()
        )
        for lane in 0..<Value.scalarCount {
            let effect = effect(lane)
            shift[lane] = effect.shift
            scale[lane] = effect.scale
            scaleStability[lane] = effect.scaleStability
            leastScale[lane] = effect.leastScale
            gain[lane] = effect.gain
            gainDifficulty[lane] = effect.gainDifficulty
            gainForgetting[lane] = effect.gainForgetting
            bonus[lane] = effect.bonus
            difficulty[lane] = effect.difficulty
        }
    }
}
