import Testing

@testable import Recall

struct SplitMix64Tests {
    /// The first numbers of the reference implementation in C for the seed 1234567.
    @Test func agreesWithTheReferenceImplementation() {
        var random = SplitMix64(seed: 1_234_567)

        let drawn = (0..<5).map { _ in random.next() }

        #expect(
            drawn == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
            ]
        )
    }

    @Test(arguments: [1, 2, 3, 10, 1000, 3 << 30, UInt32.max])
    func staysBelowItsBound(bound: UInt32) {
        var random = SplitMix64(seed: 1)

        let drawn = (0..<1000).map { _ in random.next(below: bound) }

        #expect(drawn.allSatisfy { $0 < bound })
    }

    /// Without rejection, a third of the numbers below a bound of 3 · 2³⁰ would occur twice as often.
    @Test func favoursNoNumber() {
        var random = SplitMix64(seed: 2)
        var thirds = [0, 0, 0]

        for _ in 0..<30_000 { thirds[Int(random.next(below: 3 << 30) >> 30)] += 1 }

        // Six standard deviations of 82.
        #expect(thirds.allSatisfy { abs($0 - 10_000) < 490 })
    }

    @Test func shufflesIntoEveryOrderEquallyOften() {
        var random = SplitMix64(seed: 3)
        var counts: [[Int]: Int] = [:]

        for _ in 0..<24_000 {
            var cards = [0, 1, 2, 3]
            random.shuffle(&cards)
            counts[cards, default: 0] += 1
        }

        // 24 orders; six standard deviations of 31.
        #expect(counts.count == 24)
        #expect(counts.values.allSatisfy { abs($0 - 1000) < 186 })
    }
}
