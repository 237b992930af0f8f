/// FSRS-6 under one set of parameters: how a memory changes with a review, and how it fades in between.
///
/// The formulas are those of fsrs-rs 6.6 and py-fsrs 6.3, which agree ("The Algorithm", wiki of
/// open-spaced-repetition/fsrs4anki). What depends on the parameters alone is worked out once, here.
package final class MemoryModel: Sendable {
    /// What the model was made of.
    package let parameters: Parameters

    /// Recall falls as (1 + `steepness`·t/S) to this power; negative.
    let decay: Double
    /// Such that recall is 0.9 when as many days have passed as the memory is stable.
    let steepness: Double
    /// The memory after a first review, by raw grade less one.
    let first: (Memory, Memory, Memory, Memory)
    /// The part of an easy first difficulty that each review adds.
    let difficultyTarget: Double
    /// What of a difficulty stays at each review.
    let difficultyStaying: Double
    /// What each kind of review does, by grade counted from 0, four more on the same day.
    let effects: [Effect<Double>]
    /// The most that a lapse leaves of stability.
    let lapseCeiling: Double

    /// Prepares the formulas for a set of parameters.
    package init(_ parameters: Parameters = .default) {
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
        difficultyTarget = w.difficultyReversion * difficulty(.easy)
        difficultyStaying = 1 - w.difficultyReversion
        effects = Effect.all(w)
        lapseCeiling = .exp(-w.sameDayGrowth * w.sameDayOffset)
    }
}

// MARK: - Reviews

extension MemoryModel {
    /// The longest gap between two reviews that is told from longer ones, in days: more than a million years.
    package static let longestGap = 1 << 29 - 1

    /// The memory after the first review of a card.
    package func memory(afterFirst grade: Grade) -> Memory {
        memory(afterFirst: UInt32(grade.rawValue - 1))
    }

    /// The same, for a grade counted from 0.
    @inline(__always)
    func memory(afterFirst grade: UInt32) -> Memory {
        switch grade {
        case 0: first.0
        case 1: first.1
        case 2: first.2
        default: first.3
        }
    }

    /// The memory after one more review, `days` whole days after the one before (0: on the same day).
    package func memory(_ memory: Memory, after grade: Grade, days: Int) -> Memory {
        var review = MemoryReview(self, memory, days: days)
        return review.memory(after: grade)
    }

    /// Whether these parameters know of reviews on the same day at all; those of older versions do not.
    var movesOnTheSameDay: Bool { parameters.sameDayGrowth > 0 && parameters.sameDayOffset > 0 }

    /// One review of one card, or of several side by side, the same to the last bit.
    @inline(__always)
    func next<Value: Lanes>(
        _ stability: Value,
        _ difficulty: Value,
        days: Value,
        _ effect: Effect<Value>
    ) -> (stability: Value, difficulty: Value) {
        let strength = strength(stability, difficulty, days: days, effect)
        return next(stability, difficulty, days: days, effect, strength)
    }

    /// What takes time about a review: the logarithms and powers.
    ///
    /// A day or more after the last review it is the same for all grades but the lowest.
    @inline(__always)
    func strength<Value: Lanes>(
        _ stability: Value,
        _ difficulty: Value,
        days: Value,
        _ effect: Effect<Value>
    ) -> Strength<Value> {
        let height = binaryLogarithm(stability + effect.shift)
        let forgetting = Value(repeating: 1) - retrievability(stability, days)
        let hardness = effect.gainDifficulty * binaryLogarithm(difficulty)
        return Strength(
            scale: binaryPower(effect.scale + effect.scaleStability * height),
            gain: binaryPower(effect.gain + hardness + effect.gainForgetting * forgetting)
        )
    }

    /// The rest of a review.
    @inline(__always)
    func next<Value: Lanes>(
        _ stability: Value,
        _ difficulty: Value,
        days: Value,
        _ effect: Effect<Value>,
        _ strength: Strength<Value>
    ) -> (stability: Value, difficulty: Value) {
        let one = Value(repeating: 1)
        let (scale, gain) = (strength.scale, strength.gain)
        let ease = (Value(repeating: 11) - difficulty) * effect.bonus
        let success = stability * (one + scale * ease * (gain - one))
        let lapse = (gain * (scale - one)).least(stability * Value(repeating: lapseCeiling))
        let sameDay = stability * scale.greatest(effect.leastScale)
        let next =
            success
            .replacing(with: lapse, where: Value(repeating: 0) .< effect.shift)
            .replacing(with: sameDay, where: days .< one)

        let moved = difficulty + effect.difficulty * (Value(repeating: 10) - difficulty)
        let reverted =
            Value(repeating: difficultyTarget) + Value(repeating: difficultyStaying) * moved
        return (next.clamped(from: 0.001, to: 36_500), reverted.clamped(from: 1, to: 10))
    }
}

// MARK: - Forgetting

extension MemoryModel {
    /// How likely the card is recalled so many days after its last review, from 1 down to 0.
    package func retrievability(of memory: Memory, after days: Double) -> Double {
        let days = days.clamped(from: 0, to: Double(Self.longestGap))
        return retrievability(memory.stability, days)
    }

    @inline(__always)
    private func retrievability<Value: Lanes>(_ stability: Value, _ days: Value) -> Value {
        let passed = Value(repeating: steepness) * days / stability
        return binaryPower(
            Value(repeating: decay) * binaryLogarithm(Value(repeating: 1) + passed)
        )
    }

    /// After how many days recall has fallen to `retention`; not rounded, and as many as the memory is stable for 0.9.
    ///
    /// Retentions below one in a hundred count as that, those above one as one.
    package func interval(of memory: Memory, for retention: Double) -> Double {
        memory.stability * stretch(for: retention)
    }

    /// How many times its stability a memory's interval is.
    func stretch(for retention: Double) -> Double {
        (Double.pow(retention.clamped(from: 0.01, to: 1), 1 / decay) - 1) / steepness
    }
}
