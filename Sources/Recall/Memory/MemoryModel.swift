/// FSRS-6 with one set of parameters: how reviews change a memory, and how it fades between them.
///
/// The formulas are those of fsrs-rs 6.6 and py-fsrs 6.3, which agree ("The Algorithm", wiki of
/// open-spaced-repetition/fsrs4anki). Terms that depend only on the parameters are computed once, by the initialiser.
package final class MemoryModel: Sendable {
    package let parameters: Parameters

    /// Recall is (1 + `factor`·t/S) to the power of `decay`, which is negative.
    let decay: Double
    /// Chosen so that recall is 0.9 when t equals S.
    let factor: Double
    /// The memory after a first review, by grade.
    let first: (Memory, Memory, Memory, Memory)
    /// Added at each review by mean reversion: w₇·D₀(easy).
    let difficultyTarget: Double
    /// The factor of difficulty at each review: 1 − w₇.
    let difficultyRetained: Double
    /// By grade counted from 0 for a review on another day than the last one, then four more for the same day.
    let coefficients: [UpdateCoefficients<Double>]
    /// The maximum ratio of stability after a lapse to stability before.
    let lapseCeiling: Double

    /// Precomputes the terms that depend only on the parameters.
    package init(_ parameters: Parameters = .default) {
        let w = parameters
        self.parameters = parameters
        decay = -w.forgettingDecay
        factor = Double.pow(0.9, 1 / decay) - 1

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
        difficultyRetained = 1 - w.difficultyReversion
        coefficients = UpdateCoefficients.all(w)
        lapseCeiling = .exp(-w.sameDayGrowth * w.sameDayOffset)
    }
}

// MARK: - Reviews

extension MemoryModel {
    /// The maximum number of days between two reviews, more than a million years; longer ones count as this.
    package static let maximumGap = 1 << 29 - 1

    package func memory(afterFirst grade: Grade) -> Memory {
        memory(afterFirst: UInt32(grade.rawValue - 1))
    }

    /// The memory after the first review, for a grade counted from 0.
    @inline(__always)
    func memory(afterFirst grade: UInt32) -> Memory {
        switch grade {
        case 0: first.0
        case 1: first.1
        case 2: first.2
        default: first.3
        }
    }

    /// The memory after another review, `days` whole days after the previous one (0: on the same day).
    package func memory(_ memory: Memory, after grade: Grade, days: Int) -> Memory {
        var review = MemoryReview(self, memory, days: days)
        return review.memory(after: grade)
    }

    /// Whether reviews on the same day change the memory; with parameters converted from older versions they do not.
    var updatesOnSameDay: Bool { parameters.sameDayGrowth > 0 && parameters.sameDayOffset > 0 }

    /// The memory after a review of one card, or of several in the lanes of a register, with the same bits.
    @inline(__always)
    func next<Value: Lanes>(
        _ stability: Value,
        _ difficulty: Value,
        days: Value,
        _ coefficients: UpdateCoefficients<Value>
    ) -> (stability: Value, difficulty: Value) {
        let powers = powers(stability, difficulty, days: days, coefficients)
        return next(stability, difficulty, days: days, coefficients, powers)
    }

    /// The expensive part of a review: its logarithms and powers.
    ///
    /// On another day than the last review it is the same for all passing grades.
    @inline(__always)
    func powers<Value: Lanes>(
        _ stability: Value,
        _ difficulty: Value,
        days: Value,
        _ coefficients: UpdateCoefficients<Value>
    ) -> UpdatePowers<Value> {
        let logStability = binaryLogarithm(stability + coefficients.shift)
        let forgetting = Value(repeating: 1) - retrievability(stability, days)
        let difficultyTerm = coefficients.gainDifficulty * binaryLogarithm(difficulty)
        return UpdatePowers(
            scale: binaryPower(coefficients.scale + coefficients.scaleStability * logStability),
            gain: binaryPower(
                coefficients.gain + difficultyTerm + coefficients.gainForgetting * forgetting
            )
        )
    }

    /// The cheap part of a review.
    @inline(__always)
    func next<Value: Lanes>(
        _ stability: Value,
        _ difficulty: Value,
        days: Value,
        _ coefficients: UpdateCoefficients<Value>,
        _ powers: UpdatePowers<Value>
    ) -> (stability: Value, difficulty: Value) {
        let one = Value(repeating: 1)
        let (scale, gain) = (powers.scale, powers.gain)
        let ease = (Value(repeating: 11) - difficulty) * coefficients.bonus
        let success = stability * (one + scale * ease * (gain - one))
        let lapse = (gain * (scale - one)).minimum(stability * Value(repeating: lapseCeiling))
        let sameDay = stability * scale.maximum(coefficients.minimumScale)
        let next =
            success
            .replacing(with: lapse, where: Value(repeating: 0) .< coefficients.shift)
            .replacing(with: sameDay, where: days .< one)

        let moved = difficulty + coefficients.difficulty * (Value(repeating: 10) - difficulty)
        let reverted =
            Value(repeating: difficultyTarget) + Value(repeating: difficultyRetained) * moved
        return (next.clamped(from: 0.001, to: 36_500), reverted.clamped(from: 1, to: 10))
    }
}

// MARK: - Forgetting

extension MemoryModel {
    /// How memories fade, as a plain value.
    package struct Forgetting: Sendable {
        fileprivate let decay: Double
        fileprivate let factor: Double
    }

    /// Memories whose probabilities of recall are computed together, in a third of the time.
    package struct FadingMemories {
        private var stability = [Double](repeating: 1, count: count)
        private var days = [Double](repeating: 0, count: count)
        private var decay = [Double](repeating: 0, count: count)
        private var factor = [Double](repeating: 0, count: count)
        /// As of the last call of `update`.
        package private(set) var retrievabilities = [Double](repeating: 1, count: count)

        package static let count = 64

        package init() {}

        /// Sets one of them, a number of days after its last review.
        package mutating func set(
            _ index: Int,
            to memory: Memory,
            after days: Double,
            _ forgetting: Forgetting
        ) {
            stability[index] = memory.stability
            self.days[index] = days
            decay[index] = forgetting.decay
            factor[index] = forgetting.factor
        }

        /// Computes the probabilities of recall, the same as one by one.
        package mutating func update() {
            for index in stride(from: 0, to: Self.count, by: SIMD8<Double>.scalarCount) {
                let offset = index * MemoryLayout<Double>.stride
                func lanes(_ numbers: [Double]) -> SIMD8<Double> {
                    numbers.withUnsafeBytes {
                        $0.loadUnaligned(fromByteOffset: offset, as: SIMD8<Double>.self)
                    }
                }
                let recall = MemoryModel.retrievability(
                    lanes(stability),
                    lanes(days).clamped(from: 0, to: Double(MemoryModel.maximumGap)),
                    lanes(decay),
                    lanes(factor)
                )
                retrievabilities.withUnsafeMutableBytes {
                    $0.storeBytes(of: recall, toByteOffset: offset, as: SIMD8<Double>.self)
                }
            }
        }
    }

    package var forgetting: Forgetting { Forgetting(decay: decay, factor: factor) }

    /// The probability of recall a number of days after the last review, from 1 down to 0.
    package func retrievability(of memory: Memory, after days: Double) -> Double {
        let days = days.clamped(from: 0, to: Double(Self.maximumGap))
        return retrievability(memory.stability, days)
    }

    @inline(__always)
    private func retrievability<Value: Lanes>(_ stability: Value, _ days: Value) -> Value {
        Self.retrievability(
            stability,
            days,
            Value(repeating: decay),
            Value(repeating: factor)
        )
    }

    @inline(__always)
    private static func retrievability<Value: Lanes>(
        _ stability: Value,
        _ days: Value,
        _ decay: Value,
        _ factor: Value
    ) -> Value {
        binaryPower(decay * binaryLogarithm(Value(repeating: 1) + factor * days / stability))
    }

    /// The number of days, not rounded, after which recall falls to `retention`; equals the stability for 0.9.
    ///
    /// Retentions are limited to 0.01…1.
    package func interval(of memory: Memory, for retention: Double) -> Double {
        memory.stability * intervalFactor(for: retention)
    }

    /// The ratio of a memory's interval to its stability.
    func intervalFactor(for retention: Double) -> Double {
        (Double.pow(retention.clamped(from: 0.01, to: 1), 1 / decay) - 1) / factor
    }
}
