#if arch(x86_64)
    import Glibc

    @testable import Recall

    /// The published formulas of FSRS-6 in 80-bit arithmetic, which is exact by comparison.
    struct ExactMemory {
        var stability: Float80
        var difficulty: Float80
        private let w: [Float80]

        init(first grade: Grade, _ parameters: Parameters) {
            w = parameters.values.map { Float80($0) }
            stability = w[Int(grade.rawValue) - 1]
            difficulty = 0
            difficulty = min(max(firstDifficulty(grade), 1), 10)
        }

        mutating func review(_ grade: Grade, days: Int) {
            let aboveGood = Float80(grade.rawValue) - 3
            let recall = retrievability(after: Float80(days))
            let old = stability
            if days == 0 {
                var growth = exp(w[17] * (aboveGood + w[18])) * pow(old, -w[19])
                if grade.isRemembered { growth = max(growth, 1) }
                stability = old * growth
            } else if grade == .again {
                let left =
                    w[11] * pow(difficulty, -w[12]) * (pow(old + 1, w[13]) - 1)
                    * exp((1 - recall) * w[14])
                stability = min(left, old / exp(w[17] * w[18]))
            } else {
                let bonus = grade == .hard ? w[15] : grade == .easy ? w[16] : 1
                let gain = exp((1 - recall) * w[10]) - 1
                stability =
                    old * (1 + exp(w[8]) * (11 - difficulty) * pow(old, -w[9]) * gain * bonus)
            }
            stability = min(max(stability, 0.001), 36_500)

            let moved = difficulty - w[6] * aboveGood * (10 - difficulty) / 9
            difficulty = w[7] * firstDifficulty(.easy) + (1 - w[7]) * moved
            difficulty = min(max(difficulty, 1), 10)
        }

        func retrievability(after days: Float80) -> Float80 {
            let factor = pow(0.9 as Float80, -1 / w[20]) - 1
            return pow(1 + factor * days / stability, -w[20])
        }

        /// The relative difference of a memory.
        func distance(to memory: Memory) -> Double {
            let stability = abs(Float80(memory.stability) - stability) / stability
            let difficulty = abs(Float80(memory.difficulty) - difficulty) / difficulty
            return Double(max(stability, difficulty))
        }

        private func firstDifficulty(_ grade: Grade) -> Float80 {
            w[4] - exp(w[5] * Float80(grade.rawValue - 1)) + 1
        }
    }
#endif
