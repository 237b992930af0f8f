import Testing

@testable import Recall

/// What must be true of every memory, whatever the parameters; each held to thousands of cases drawn by chance.
struct MemoryPropertyTests {
    @Test func recallsNineInTenAfterAsManyDaysAsItIsStable() {
        hold { model, memory, _ in
            let recall = model.retrievability(of: memory, after: memory.stability)
            let days = model.interval(of: memory, for: 0.9)
            return (recall - 0.9).magnitude < 1e-12
                && (days - memory.stability).magnitude <= 1e-12 * memory.stability
        }
    }

    @Test func recallsLessTheMoreTimePasses() {
        hold { model, memory, chance in
            let days = chance.logarithmic(0.001, 1e6)
            let sooner = model.retrievability(of: memory, after: days)
            let later = model.retrievability(of: memory, after: days * 1.01)
            return model.retrievability(of: memory, after: 0) == 1 && sooner > later && later > 0
        }
    }

    @Test func waitsUntilRecallHasFallenToWhatIsAskedFor() {
        hold { model, memory, chance in
            let retention = chance.uniform(0.5, 0.99)
            let days = model.interval(of: memory, for: retention)
            return (model.retrievability(of: memory, after: days) - retention).magnitude < 1e-10
        }
    }

    @Test func growsWithTheGradeAndGetsEasier() {
        hold { model, memory, chance in
            let days = chance.gap()
            let after = Grade.allCases.map { model.memory(memory, after: $0, days: days) }
            return zip(after.dropFirst(), after).allSatisfy { better, worse in
                better.stability >= worse.stability && better.difficulty <= worse.difficulty
            }
        }
    }

    @Test func losesStabilityByALapseAndGainsByNoOther() {
        hold { model, memory, chance in
            let days = 1 + Int(chance.next(below: 1000))
            let lapsed = model.memory(memory, after: .again, days: days)
            let hard = model.memory(memory, after: .hard, days: days)
            return lapsed.stability <= max(memory.stability, 0.001)
                && hard.stability >= memory.stability
        }
    }

    @Test func staysWithinItsBoundsWhateverBitsItIsMadeOf() {
        hold { _, _, chance in
            let values = (0..<21).map { _ in chance.bits() }
            let model = MemoryModel((try? Parameters(values)) ?? .random(&chance))
            var memory = Memory(stability: chance.bits(), difficulty: chance.bits())
            if chance.next(below: 4) == 0 {
                memory = model.memory(
                    interval: chance.bits(),
                    ease: chance.bits(),
                    retention: chance.bits()
                )
            }
            memory = model.memory(
                memory,
                after: chance.grade(),
                days: Int(truncatingIfNeeded: chance.next())
            )
            let recall = model.retrievability(of: memory, after: chance.bits())
            let days = model.interval(of: memory, for: chance.bits())
            return Memory.stabilities ~= memory.stability
                && Memory.difficulties ~= memory.difficulty
                && 0...1 ~= recall && days >= 0 && days.isFinite
        }
    }

    @Test func readsOlderParametersAsWhatTheyMean() throws {
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

    @Test func refusesWhatAreNoParameters() {
        #expect(throws: ParametersError.count(20)) {
            try Parameters([Double](repeating: 1, count: 20))
        }
        #expect(throws: ParametersError.count(0)) { try Parameters([]) }
        #expect(throws: ParametersError.notFinite(place: 3)) {
            try Parameters([1, 1, 1, .infinity] + [Double](repeating: 1, count: 17))
        }
        #expect(
            ParametersError.notFinite(place: 3).description
                == "the number at place 4 is not finite"
        )
    }

    @Test func bringsParametersIntoTheirRanges() throws {
        let low = try Parameters([Double](repeating: -9, count: 21))
        let high = try Parameters([Double](repeating: 999, count: 21))

        #expect(low.values == Parameters.ranges.map { $0.lowerBound })
        #expect(high.values == Parameters.ranges.map { $0.upperBound })
        #expect(try Parameters(Parameters.default.values) == .default)
    }

    @Test func bringsOlderParametersIntoTheirRangesWhateverTheyAre() throws {
        var chance = SplitMix64(seed: 43)
        for number in 0..<Cases.count {
            let values = (0..<[17, 19][number % 2]).map { _ in chance.bits() }
            guard let parameters = try? Parameters(values) else { continue }
            let isInside = zip(Parameters.ranges, parameters.values).allSatisfy { $0 ~= $1 }
            try #require(isInside, "\(values)")
        }
        // Their first difficulty falls so fast that no logarithm says how.
        let steep = [Double](repeating: 1, count: 5) + [-1] + [Double](repeating: 1, count: 11)
        #expect(try Parameters(steep).firstDifficultyGrowth == 0.001)
    }

    private func hold(
        _ property: (MemoryModel, Memory, inout SplitMix64) -> Bool,
        at location: SourceLocation = #_sourceLocation
    ) {
        var chance = SplitMix64(seed: 37)
        for number in 0..<Cases.count / 6 {
            let parameters = Parameters.random(&chance)
            let memory = Memory(
                stability: chance.logarithmic(0.001, 36_500),
                difficulty: chance.uniform(1, 10)
            )
            guard property(MemoryModel(parameters), memory, &chance) else {
                Issue.record(
                    "case \(number): \(memory), \(parameters.values)",
                    sourceLocation: location
                )
                return
            }
        }
    }
}
