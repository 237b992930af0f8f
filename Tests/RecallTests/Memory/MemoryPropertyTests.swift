import Testing

@testable import Recall

/// Properties of every memory with any parameters, each checked with thousands of random cases.
struct MemoryPropertyTests {
    @Test func recallIsNineTenthsAfterTheStability() {
        check { model, memory, _ in
            let recall = model.retrievability(of: memory, after: memory.stability)
            let days = model.interval(of: memory, for: 0.9)
            return (recall - 0.9).magnitude < 1e-12
                && (days - memory.stability).magnitude <= 1e-12 * memory.stability
        }
    }

    @Test func recallFallsWithTime() {
        check { model, memory, random in
            let days = random.logarithmic(0.001, 1e6)
            let sooner = model.retrievability(of: memory, after: days)
            let later = model.retrievability(of: memory, after: days * 1.01)
            return model.retrievability(of: memory, after: 0) == 1 && sooner > later && later > 0
        }
    }

    @Test func intervalEndsAtTheRequestedRetention() {
        check { model, memory, random in
            let retention = random.uniform(0.5, 0.99)
            let days = model.interval(of: memory, for: retention)
            return (model.retrievability(of: memory, after: days) - retention).magnitude < 1e-10
        }
    }

    @Test func betterGradesGiveMoreStabilityAndLessDifficulty() {
        check { model, memory, random in
            let days = random.gap()
            let after = Grade.allCases.map { model.memory(memory, after: $0, days: days) }
            return zip(after.dropFirst(), after).allSatisfy { better, worse in
                better.stability >= worse.stability && better.difficulty <= worse.difficulty
            }
        }
    }

    @Test func onlyALapseReducesStability() {
        check { model, memory, random in
            let days = 1 + Int(random.next(below: 1000))
            let lapsed = model.memory(memory, after: .again, days: days)
            let hard = model.memory(memory, after: .hard, days: days)
            return lapsed.stability <= max(memory.stability, 0.001)
                && hard.stability >= memory.stability
        }
    }

    @Test func staysWithinItsRangesForAnyBitPatterns() {
        check { _, _, random in
            let values = (0..<21).map { _ in random.bits() }
            let model = MemoryModel((try? Parameters(values)) ?? .random(&random))
            var memory = Memory(stability: random.bits(), difficulty: random.bits())
            if random.next(below: 4) == 0 {
                memory = model.memory(
                    interval: random.bits(),
                    ease: random.bits(),
                    retention: random.bits()
                )
            }
            memory = model.memory(
                memory,
                after: random.grade(),
                days: Int(truncatingIfNeeded: random.next())
            )
            let recall = model.retrievability(of: memory, after: random.bits())
            let days = model.interval(of: memory, for: random.bits())
            return Memory.stabilityRange ~= memory.stability
                && Memory.difficultyRange ~= memory.difficulty
                && 0...1 ~= recall && days >= 0 && days.isFinite
        }
    }

    @Test func convertsOlderParameters() throws {
        let old = try Parameters([
            0.4, 0.6, 2.4, 5.8, 4.93, 0.94, 0.86, 0.01, 1.49, 0.14, 0.94, 2.18, 0.05, 0.34, 1.26,
            0.29, 2.61,
        ])
        #expect((old.firstDifficulty - 6.81).magnitude < 1e-15)
        #expect((old.firstDifficultyGrowth - 0.4467501).magnitude < 1e-6)
        #expect((old.difficultyStep - 1.36).magnitude < 1e-15)
        #expect(old.values.suffix(4) == [0, 0, 0, 0.5])

        let newer = try Parameters(Array(Parameters.default.values.dropLast(2)))
        #expect(newer.values == Parameters.default.values.dropLast(2) + [0, 0.5])
    }

    @Test func rejectsInvalidParameters() {
        #expect(throws: ParametersError.count(20)) {
            try Parameters([Double](repeating: 1, count: 20))
        }
        #expect(throws: ParametersError.count(0)) { try Parameters([]) }
        #expect(throws: ParametersError.notFinite(index: 3)) {
            try Parameters([1, 1, 1, .infinity] + [Double](repeating: 1, count: 17))
        }
        #expect(
            ParametersError.notFinite(index: 3).description
                == "the number at place 4 is not finite"
        )
    }

    @Test func limitsParametersToTheirRanges() throws {
        let low = try Parameters([Double](repeating: -9, count: 21))
        let high = try Parameters([Double](repeating: 999, count: 21))

        #expect(low.values == Parameters.ranges.map { $0.lowerBound })
        #expect(high.values == Parameters.ranges.map { $0.upperBound })
        #expect(try Parameters(Parameters.default.values) == .default)
    }

    @Test func limitsOlderParametersToTheirRanges() throws {
        var random = SplitMix64(seed: 43)
        for number in 0..<Cases.count {
            let values = (0..<[17, 19][number % 2]).map { _ in random.bits() }
            guard let parameters = try? Parameters(values) else { continue }
            let isInside = zip(Parameters.ranges, parameters.values).allSatisfy { $0 ~= $1 }
            try #require(isInside, "\(values)")
        }
        // Their first difficulty falls so fast that the conversion has no logarithm.
        let steep = [Double](repeating: 1, count: 5) + [-1] + [Double](repeating: 1, count: 11)
        #expect(try Parameters(steep).firstDifficultyGrowth == 0.001)
    }

    private func check(
        _ property: (MemoryModel, Memory, inout SplitMix64) -> Bool,
        at location: SourceLocation = #_sourceLocation
    ) {
        var random = SplitMix64(seed: 37)
        for number in 0..<Cases.count / 6 {
            let parameters = Parameters.random(&random)
            let memory = Memory(
                stability: random.logarithmic(0.001, 36_500),
                difficulty: random.uniform(1, 10)
            )
            guard property(MemoryModel(parameters), memory, &random) else {
                Issue.record(
                    "case \(number): \(memory), \(parameters.values)",
                    sourceLocation: location
                )
                return
            }
        }
    }
}
