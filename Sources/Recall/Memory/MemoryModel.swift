/// FSRS-6 under one set of parameters: how a memory changes with a review, and how it fades in between.
///
/// The formulas are those of fsrs-rs 6.6 and py-fsrs 6.3, which agree ("The Algorithm", wiki of
/// open-spaced-repetition/fsrs4anki). What depends on the parameters alone is worked out once, here.
public struct MemoryModel: Sendable {
    /// What the model was made of.
    public let parameters: Parameters

    /// Recall falls as (1 + `steepness`·t/S) to this power; negative.
    let decay: Double
    /// Such that recall is 0.9 when as many days have passed as the memory is stable.
    let steepness: Double
    /// The memory after a first review, by raw grade less one.
    let first: (Memory, Memory, Memory, Memory)
    /// What difficulty a step away from good adds, a point of difficulty below 10.
    let difficultySlope: Double
    /// The part of an easy first difficulty that each review adds.
    let difficultyTarget: Double
    /// What of a difficulty stays at each review.
    let difficultyStaying: Double
    /// w₁₁ as a power of e.
    let lapseLogarithm: Double
    /// The most that a lapse leaves of stability.
    let lapseCeiling: Double

    /// Prepares the formulas for a set of parameters.
    public init(_ parameters: Parameters = .default) {
        let w = parameters
        self.parameters = parameters
        decay = -w.forgettingDecay
        steepness = Double.pow(0.9, 1 / decay) - 1

        func difficulty(_ grade: Grade) -> Double {
            w.firstDifficulty - .exp(w.firstDifficultyGrowth * Double(grade.rawValue - 1)) + 1
        }
        first = (
            Memory(stability: w.stabilityAfterAgain, difficulty: difficulty(.again)),
            Memory(stability: w.stabilityAfterHard, difficulty: difficulty(.hard)),
            Memory(stability: w.stabilityAfterGood, difficulty: difficulty(.good)),
            Memory(stability: w.stabilityAfterEasy, difficulty: difficulty(.easy))
        )
        difficultySlope = -w.difficultyStep / 9
        difficultyTarget = w.difficultyReversion * difficulty(.easy)
        difficultyStaying = 1 - w.difficultyReversion
        lapseLogarithm = .log(w.lapseStability)
        lapseCeiling = .exp(-w.sameDayGrowth * w.sameDayOffset)
    }
}

// MARK: - Reviews

extension MemoryModel {
    /// The longest gap between two reviews that is told from longer ones, in days: more than a million years.
    public static let longestGap = 1 << 29 - 1

    /// The memory after the first review of a card.
    public func memory(afterFirst grade: Grade) -> Memory {
        switch grade {
        case .again: first.0
        case .hard: first.1
        case .good: first.2
        case .easy: first.3
        }
    }

    /// The memory after one more review, `days` whole days after the one before (0: on the same day).
    public func memory(_ memory: Memory, after grade: Grade, days: Int) -> Memory {
        let (stability, difficulty) = next(
            memory.stability,
            memory.difficulty,
            days: Double(min(max(days, 0), Self.longestGap)),
            grade: Double(grade.rawValue) - 3
        )
        return Memory(stability: stability, difficulty: difficulty)
    }

    /// One review of one card, or of several side by side; `grade` counts from good: −2, −1, 0, 1.
    ///
    /// There is one way through for all grades and gaps, so that lanes go together: each has at most three logarithms
    /// and three powers of e, and what goes into them is chosen.
    @inline(__always)
    func next<Value: Lanes>(
        _ stability: Value,
        _ difficulty: Value,
        days: Value,
        grade: Value
    ) -> (stability: Value, difficulty: Value) {
        let w = parameters
        let one = Value(repeating: 1)
        let isLapse = grade .< Value(repeating: -1)
        let isSameDay = days .< one

        let passed = Value(repeating: steepness) * days / stability
        let forgetting =
            one - boundedExponential(Value(repeating: decay) * boundedLogarithm(one + passed))
        let isLongLapse = isLapse .& .!isSameDay
        let height = boundedLogarithm(
            stability.replacing(with: stability + one, where: isLongLapse)
        )

        // e^w₈·S^−w₉, or (S + 1)^w₁₃, or e^(w₁₇·(G − 3 + w₁₈))·S^−w₁₉.
        let start = Value(repeating: w.successGrowth)
            .replacing(with: Value(repeating: 0), where: isLongLapse)
            .replacing(
                with: Value(repeating: w.sameDayGrowth)
                    * (grade + Value(repeating: w.sameDayOffset)),
                where: isSameDay
            )
        let slope = Value(repeating: -w.successSaturation)
            .replacing(with: Value(repeating: w.lapseSurvival), where: isLongLapse)
            .replacing(with: Value(repeating: -w.sameDaySaturation), where: isSameDay)
        let scale = boundedExponential(start + slope * height)

        // e^(w₁₀·(1 − R)), or w₁₁·D^−w₁₂·e^(w₁₄·(1 − R)).
        let hardness =
            Value(repeating: lapseLogarithm)
            - Value(repeating: w.lapseDifficulty) * boundedLogarithm(difficulty)
        let gain = boundedExponential(
            Value(repeating: 0).replacing(with: hardness, where: isLapse)
                + Value(repeating: w.successForgetting)
                .replacing(with: Value(repeating: w.lapseForgetting), where: isLapse) * forgetting
        )

        let bonus =
            one
            .replacing(with: Value(repeating: w.hardPenalty), where: grade .== Value(repeating: -1))
            .replacing(with: Value(repeating: w.easyBonus), where: grade .== one)
        let eased = (Value(repeating: 11) - difficulty) * bonus
        let success = stability * (one + scale * eased * (gain - one))
        let lapse = (gain * (scale - one)).least(stability * Value(repeating: lapseCeiling))
        let sameDay = stability * scale.replacing(with: one, where: .!isLapse .& scale .< one)

        let nextStability =
            success
            .replacing(with: lapse, where: isLapse)
            .replacing(with: sameDay, where: isSameDay)
        let moved =
            difficulty
            + grade * Value(repeating: difficultySlope) * (Value(repeating: 10) - difficulty)
        let nextDifficulty =
            Value(repeating: difficultyTarget)
            + Value(repeating: difficultyStaying) * moved
        return (
            nextStability.clamped(from: 0.001, to: 36_500),
            nextDifficulty.clamped(from: 1, to: 10)
        )
    }
}

// MARK: - Forgetting

extension MemoryModel {
    /// How likely the card is recalled so many days after its last review, from 1 down to 0.
    public func retrievability(of memory: Memory, after days: Double) -> Double {
        let days = days.clamped(from: 0, to: Double(Self.longestGap))
        return boundedExponential(
            decay * boundedLogarithm(1 + steepness * days / memory.stability)
        )
    }

    /// After how many days recall has fallen to `retention`; not rounded, and as many as the memory is stable for 0.9.
    ///
    /// Retentions below one in a hundred count as that, those above one as one.
    public func interval(of memory: Memory, for retention: Double) -> Double {
        memory.stability * stretch(for: retention)
    }

    /// How many times its stability a memory's interval is.
    func stretch(for retention: Double) -> Double {
        (Double.pow(retention.clamped(from: 0.01, to: 1), 1 / decay) - 1) / steepness
    }
}
