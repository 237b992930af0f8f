import Testing

@testable import Recall

struct SessionWordsTests {
    /// Sessions that wait in a browser must be read for ever, or their engine's version go up.
    @Test func readsWhatWasKeptLongAgo() throws {
        var review = try #require(Session(.review, cards: 5, seed: 0x1_0000_0002))
        _ = review.answer(.again, back: 0x1_0000_0003)
        _ = review.answer(.easy)
        _ = review.tick(at: .max)
        _ = review.leave(4)
        _ = review.join(2)

        let kept: [UInt32] = [
            0x4f6d_0001, 3, 2, 1, 5, 0, 0b0_1001, 3, 1, 0b10_0000, 0b0_1010, 0b10_0101, 0b1_0100,
        ]
        #expect(review.words == kept)
        #expect(Session(words: review.words) == review)
    }

    @Test func keepsTheClockStandingWhereItLastTicked() throws {
        var race = try #require(Session(.race, cards: 3, seed: 1, countdown: .usual))
        _ = race.resume(at: 1_000)
        _ = race.tick(at: 13_500)

        var kept = try #require(Session(words: race.words))

        #expect(kept.countdown?.isRunning == false)
        _ = kept.resume(at: 9_000_000)
        _ = kept.tick(at: 9_001_000)
        #expect(kept.countdown?.secondsLeft == 87)
    }

    @Test(
        arguments: [
            [], [0x4f6d_0001], [0x4f6d_0002, 1, 0, 0, 0, 0], [0x4f6d_0001, 5, 0, 0, 0, 0],
            [0x4f6d_0001, 1, 0, 0, 10_001, 0], [0x4f6d_0001, 1, 0, 0, .max, 0],
            [0x4f6d_0001, 1, 0, 0, 1, 2, 0, 0],
            [0x4f6d_0001, 1, 0, 0, 3, 2, 1, 1], [0x4f6d_0001, 1, 0, 0, 3, 1, 3],
            [0x4f6d_0001, 1, 0, 0, 3, .max],
            [0x4f6d_0001, 0, 0, 0, 3, 0], [0x4f6d_0001, 0, 0, 0, 3, 0, 3],
            [0x4f6d_0001, 2, 0, 0, 3, 0],
            [0x4f6d_0001, 2, 0, 0, 3, 0, 9_000, 0], [0x4f6d_0001, 2, 0, 0, 3, 0, 10_500, 0],
            [0x4f6d_0001, 2, 0, 0, 3, 0, 10_000, 10_001], [0x4f6d_0001, 2, 0, 0, 3, 0, 0, 1],
            [0x4f6d_0001, 1, 0, 0, 0, 0, 8], [0x4f6d_0001, 1, 0, 0, 1, 0, 0],
            [0x4f6d_0001, 1, 0, 0, 1, 0, 40],
            [0x4f6d_0001, 3, 0, 0, 1, 0, 9, 1], [0x4f6d_0001, 1, 0, 0, 1, 0, 9, 1, 0],
            [0x4f6d_0001, 1, 0, 0, 1, 0, 3], [0x4f6d_0001, 1, 0, 0, 1, 0, 11],
            [0x4f6d_0001, 1, 0, 0, 1, 0, 4],
            [0x4f6d_0001, 1, 0, 0, 1, 0, .max], [0x4f6d_0001, 3, 0, 0, 1, 0, 10],
            [0x4f6d_0001, 3, 0, 0, 1, 0, 2],
            [0x4f6d_0001, 1, 0, 0, 1, 0, 13], [0x4f6d_0001, 1, 0, 0, 1, 0, 6],
        ] as [[UInt32]]
    )
    func refusesWhatNoSessionWrote(words: [UInt32]) {
        #expect(Session(words: words) == nil)
    }

    /// One word changed anywhere: refused, or a session that writes just that.
    @Test func neverTakesUpAnythingThatItWouldWriteOtherwise() throws {
        var chance = SplitMix64(seed: 1)
        var race = try #require(Session(.race, cards: 20, seed: 3, countdown: .usual))
        for _ in 0..<30 { _ = race.answer(chance.next(below: 2) == 0 ? .again : .good) }
        _ = race.leave(7)
        let words = race.words

        var taken = 0
        for place in words.indices {
            for _ in 0..<200 {
                var changed = words
                changed[place] = UInt32(
                    truncatingIfNeeded: chance.next() >> UInt64(chance.next(below: 64))
                )
                guard let session = Session(words: changed) else { continue }
                taken += 1
                #expect(session.words == changed)
            }
        }
        #expect(taken > 0)
    }
}
