#if arch(x86_64)
    import FoundationEssentials
    import Testing

    @testable import Recall

    struct MemoryAccuracyTests {
        /// Whole histories, so that errors can accumulate; the bound is a thousandth of what a learner could notice.
        @Test(arguments: [Learner.typical, .any])
        func agreesWithTheExactMemoryToTenDigits(learner: Learner) {
            var random = SplitMix64(seed: 29)
            var worst = 0.0
            for _ in 0..<Cases.count / 30 {
                let parameters = learner == .typical ? .default : Parameters.random(&random)
                let model = MemoryModel(parameters)
                let first = random.grade()
                var exact = ExactMemory(first: first, parameters)
                var memory = model.memory(afterFirst: first)
                for _ in 0..<30 {
                    let (grade, days) = (
                        random.grade(), Int(random.next(below: 3) * random.next(below: 90))
                    )
                    exact.review(grade, days: days)
                    memory = model.memory(memory, after: grade, days: days)
                    worst = max(worst, exact.distance(to: memory))
                }
            }
            #expect(worst <= learner.bound)
            #expect(
                worst > 1e-17,
                "The error was not measured, because no rounding is that accurate."
            )
        }

        @Test func recallIsAccurateToTwelveDigits() {
            var random = SplitMix64(seed: 31)
            var worst = 0.0
            for _ in 0..<Cases.count / 10 {
                let parameters = Parameters.random(&random)
                let model = MemoryModel(parameters)
                let grade = random.grade()
                let exact = ExactMemory(first: grade, parameters)
                let days = random.logarithmic(0.01, 100_000)
                let recall = exact.retrievability(after: Float80(days))
                let ours = model.retrievability(of: model.memory(afterFirst: grade), after: days)
                worst = max(worst, Double(abs(Float80(ours) - recall) / recall))
            }
            #expect(worst <= 1e-12)
        }
    }

    enum Learner: Sendable {
        case typical, any

        var bound: Double { self == .typical ? 1e-11 : 1e-9 }
    }
#endif
