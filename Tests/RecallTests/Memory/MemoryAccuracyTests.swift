#if arch(x86_64)
    import FoundationEssentials
    import Testing

    @testable import Recall

    struct MemoryAccuracyTests {
        /// Whole histories, so that errors may add up; the bound is a thousandth of what a learner could ever notice.
        @Test(arguments: [Learner.usual, .anyone])
        func comesWithinTenDigitsOfTheExactMemory(learner: Learner) {
            var chance = SplitMix64(seed: 29)
            var worst = 0.0
            for _ in 0..<Cases.count / 30 {
                let parameters = learner == .usual ? .default : Parameters.random(&chance)
                let model = MemoryModel(parameters)
                let first = chance.grade()
                var exact = ExactMemory(first: first, parameters)
                var memory = model.memory(afterFirst: first)
                for _ in 0..<30 {
                    let (grade, days) = (
                        chance.grade(), Int(chance.next(below: 3) * chance.next(below: 90))
                    )
                    exact.review(grade, days: days)
                    memory = model.memory(memory, after: grade, days: days)
                    worst = max(worst, exact.distance(to: memory))
                }
            }
            #expect(worst <= learner.bound)
            #expect(worst > 1e-17, "Nothing was measured: no rounding is as good as that.")
        }

        @Test func recallsWithinTwelveDigits() {
            var chance = SplitMix64(seed: 31)
            var worst = 0.0
            for _ in 0..<Cases.count / 10 {
                let parameters = Parameters.random(&chance)
                let model = MemoryModel(parameters)
                let grade = chance.grade()
                let exact = ExactMemory(first: grade, parameters)
                let days = chance.logarithmic(0.01, 100_000)
                let recall = exact.retrievability(after: Float80(days))
                let ours = model.retrievability(of: model.memory(afterFirst: grade), after: days)
                worst = max(worst, Double(abs(Float80(ours) - recall) / recall))
            }
            #expect(worst <= 1e-12)
        }
    }

    enum Learner: Sendable {
        case usual, anyone

        var bound: Double { self == .usual ? 1e-11 : 1e-9 }
    }
#endif
