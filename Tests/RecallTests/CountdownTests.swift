import Testing

@testable import Recall

struct CountdownTests {
    @Test(arguments: [
        (9, false), (10, true), (100, true), (600, true), (601, false), (-1, false), (0, false),
    ])
    func acceptsTenSecondsToTenMinutes(seconds: Int, isTaken: Bool) {
        #expect((Countdown(seconds: seconds) != nil) == isTaken)
    }

    @Test(arguments: [
        (0, 100), (999, 100), (1_000, 99), (1_001, 99), (99_999, 1), (100_000, 0), (200_000, 0),
    ])
    func roundsTheSecondsLeftUp(passed: Int64, shown: Int) {
        var clock = Countdown.standard
        clock.resume(at: 5_000)

        clock.tick(at: 5_000 + passed)

        #expect(clock.secondsLeft == shown)
        #expect(clock.isExpired == (shown == 0))
        #expect(clock.isRunning == (shown > 0))
    }

    @Test func countsNoTimeWhilePaused() {
        var clock = Countdown.standard
        clock.tick(at: 1_000_000)
        #expect(clock == .standard)

        clock.resume(at: 1_000_000)
        clock.pause(at: 1_002_500)
        clock.tick(at: 1_500_000)
        #expect(clock.secondsLeft == 98)

        clock.resume(at: 2_000_000)
        clock.tick(at: 2_000_500)
        #expect(clock.secondsLeft == 97)
    }

    @Test func countsTimeOnceWhenResumedTwice() {
        var clock = Countdown.standard
        clock.resume(at: 0)
        clock.resume(at: 3_000)
        clock.resume(at: 3_000)

        clock.tick(at: 4_000)

        #expect(clock.secondsLeft == 96)
    }

    @Test func neverGivesTimeBackWhenTheClockGoesBack() {
        var clock = Countdown.standard
        clock.resume(at: 10_000)
        clock.tick(at: 12_000)

        clock.tick(at: 0)
        #expect(clock.secondsLeft == 98)
        clock.tick(at: 1_000)
        #expect(clock.secondsLeft == 97)
    }

    @Test(arguments: [(Int64.min, Int64.max, 0), (.max, .min, 100), (.min, .min, 100)])
    func acceptsEveryMoment(from: Int64, to: Int64, shown: Int) {
        var clock = Countdown.standard
        clock.resume(at: from)

        clock.tick(at: to)

        #expect(clock.secondsLeft == shown)
    }

    /// Ticks at any moments count the time between the first and the last.
    @Test(arguments: 0..<100 as Range<UInt64>)
    func doesNotDependOnTheNumberOfTicks(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var clock = Countdown.standard
        var now: Int64 = 0
        clock.resume(at: now)

        for _ in 0..<random.next(below: 300) {
            now += Int64(random.next(below: 1_000))
            clock.tick(at: now)
        }

        #expect(clock.elapsed == min(now, 100_000))
    }
}
