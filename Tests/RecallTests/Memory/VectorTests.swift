import Testing

@testable import Recall

struct VectorTests {
    @Test(arguments: ["default", "custom"])
    func agreesWithBothLibraries(set: String) throws {
        let model = try Vectors.all.model(set)
        var worst = (rust: 0.0, python: 0.0, interval: 0.0)
        var count = 0

        for history in Vectors.all.cases where history.params == set {
            var memory: Memory?
            for step in history.steps {
                let grade = try #require(Grade(rawValue: step.rating))
                let next =
                    memory.map { model.memory($0, after: grade, days: step.delta_t) }
                    ?? model.memory(afterFirst: grade)
                worst.rust = max(
                    worst.rust,
                    distance(next.stability, step.S_rs),
                    distance(next.difficulty, step.D_rs)
                )
                worst.python = max(
                    worst.python,
                    distance(next.stability, step.S_py),
                    distance(next.difficulty, step.D_py)
                )
                for (retention, interval) in step.ivl_rs {
                    let retention = try #require(Double(retention))
                    worst.interval = max(
                        worst.interval,
                        distance(model.interval(of: next, for: retention), interval)
                    )
                }
                memory = next
                count += 1
            }
        }

        #expect(count > 100)
        #expect(worst.rust <= 1e-5)
        #expect(worst.python <= 1e-12)
        #expect(worst.interval <= 1e-5)
    }

    @Test func convertsMemoriesFromSM2() throws {
        let model = try Vectors.all.model("default")

        for vector in Vectors.all.sm2 {
            let memory = model.memory(
                interval: vector.ivl,
                ease: vector.ease,
                retention: vector.ret
            )
            #expect(distance(memory.stability, vector.S) <= 1e-5)
            #expect(distance(memory.difficulty, vector.D) <= 1e-5)
        }
    }

    private func distance(_ ours: Double, _ theirs: Double) -> Double {
        abs(ours - theirs) / theirs
    }
}
