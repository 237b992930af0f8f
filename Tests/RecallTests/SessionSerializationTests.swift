import Testing

@testable import Recall

struct SessionSerializationTests {
    /// Sessions stored in a browser have to remain readable, unless the engine's version changes.
    @Test func readsTheStoredForm() throws {
        var review = try #require(Session(.review, cards: 5, seed: 0x1_0000_0002))
        _ = review.answer(.again, returningAt: 0x1_0000_0003)
        _ = review.answer(.easy)
        _ = review.tick(at: .max)
        _ = review.removeCard(4)
        _ = review.addCards(2)

        let stored: [UInt32] = [
            0x4f6d_0001, 3, 2, 1, 5, 0, 0b0_1001, 3, 1, 0b10_0000, 0b0_1010, 0b10_0101, 0b1_0100,
        ]
        #expect(review.serialized == stored)
        #expect(Session(serialized: review.serialized) == review)
    }

    @Test func restoresTheClockPausedAtItsLastTick() throws {
        var race = try #require(Session(.race, cards: 3, seed: 1, countdown: .standard))
        _ = race.resume(at: 1_000)
        _ = race.tick(at: 13_500)

        var restored = try #require(Session(serialized: race.serialized))

        #expect(restored.countdown?.isRunning == false)
        _ = restored.resume(at: 9_000_000)
        _ = restored.tick(at: 9_001_000)
        #expect(restored.countdown?.secondsLeft == 87)
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
    func rejectsWordsThatNoSessionWrites(words: [UInt32]) {
        #expect(Session(serialized: words) == nil)
    }

    /// One word changed anywhere is either rejected, or gives a session that writes the same words.
    @Test func acceptsOnlyWordsThatItWouldWriteTheSame() throws {
        var random = SplitMix64(seed: 1)
        var race = try #require(Session(.race, cards: 20, seed: 3, countdown: .standard))
        for _ in 0..<30 { _ = race.answer(random.next(below: 2) == 0 ? .again : .good) }
        _ = race.removeCard(7)
        let words = race.serialized

        var accepted = 0
        for index in words.indices {
            for _ in 0..<200 {
                var changed = words
                changed[index] = UInt32(
                    truncatingIfNeeded: random.next() >> UInt64(random.next(below: 64))
                )
                guard let session = Session(serialized: changed) else { continue }
                accepted += 1
                #expect(session.serialized == changed)
            }
        }
        #expect(accepted > 0)
    }
}
