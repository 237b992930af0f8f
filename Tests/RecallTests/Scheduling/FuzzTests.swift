import Testing

@testable import Recall

struct FuzzTests {
    /// Anki's own table: the intervals for random fractions of 0, ½ and 0.99.
    @Test(arguments: [
        Case(1, 1...1000, [1, 1, 1]), Case(2.49, 1...1000, [2, 2, 2]),
        Case(2.5, 1...1000, [2, 3, 4]), Case(7, 1...1000, [5, 7, 9]),
        Case(17, 1...1000, [14, 17, 20]), Case(37, 1...1000, [33, 37, 41]),
        Case(2, 2...1000, [2, 2, 2]), Case(2, 3...1000, [3, 4, 4]), Case(2, 3...3, [3, 3, 3]),
        Case(6.9, 3...1000, [5, 7, 9]), Case(7.1, 3...1000, [5, 7, 9]),
        Case(19.9, 3...1000, [17, 20, 23]), Case(20, 3...1000, [17, 20, 23]),
        Case(20.1, 3...1000, [17, 20, 23]), Case(100, 101...1000, [101, 105, 108]),
        Case(100, 1...99, [92, 96, 99]), Case(100, 97...103, [97, 100, 103]),
    ])
    func hasTheSameRangeAsAnki(_ fuzz: Case) {
        let days = Fuzz(around: fuzz.interval, within: fuzz.limits)

        #expect([0, 0.5, 0.99].map { days.day(at: $0) } == fuzz.days)
    }

    /// Another implementation chooses the ends of the range half as often, and adds a day.
    @Test func choosesEachDayEquallyOften() {
        var random = SplitMix64(seed: 23)
        var counts: [Int: Int] = [:]
        let days = Fuzz(around: 7, within: 1...1000)

        for _ in 0..<50_000 { counts[days.day(at: random.uniform(0, 1)), default: 0] += 1 }

        #expect(counts.keys.sorted() == [5, 6, 7, 8, 9])
        #expect(counts.values.allSatisfy { abs($0 - 10_000) < 500 })
    }

    @Test func choosesTheLeastBusyDayNearTheInterval() {
        var counts = [Int](repeating: 5, count: ReviewLoad.days)
        let days = Fuzz(around: 17, within: 1...1000)

        #expect(ReviewLoad(counts: counts).leastBusyDay(in: days, near: 17.2) == 17)
        counts[14] = 4  // in fifteen days
        #expect(ReviewLoad(counts: counts).leastBusyDay(in: days, near: 17.2) == 15)
        counts[9] = 0  // in ten days, which is out of reach
        #expect(ReviewLoad(counts: counts).leastBusyDay(in: days, near: 17.2) == 15)
    }

    @Test func balancesNothingBeyondTheKnownDays() {
        let load = ReviewLoad(counts: [Int](repeating: 0, count: 200))

        #expect(load.leastBusyDay(in: Fuzz(around: 89, within: 1...1000), near: 89) == nil)
        #expect(
            ReviewLoad(counts: []).leastBusyDay(in: Fuzz(around: 1, within: 1...9), near: 1) == nil
        )
    }

    struct Case: Sendable {
        let interval: Double
        let limits: ClosedRange<Int>
        let days: [Int]

        init(_ interval: Double, _ limits: ClosedRange<Int>, _ days: [Int]) {
            self.interval = interval
            self.limits = limits
            self.days = days
        }
    }
}
