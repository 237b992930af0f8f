import Testing
import Threads

@testable import Fleet

struct SnapshotScheduleTests {
    private let noon = Instant(nanoseconds: 1_000_000_000)

    @Test(arguments: [(19_999, 0, false), (20_000, 0, true), (1, 8 << 20, true)])
    func aSnapshotIsDueAfterManySlotsOrBytes(slots: Int64, bytes: Int, isDue: Bool) {
        var schedule = SnapshotSchedule()
        schedule.restart(slots: slots, bytes: bytes)

        let begins = schedule.begin(at: noon)

        #expect(begins == isDue)
    }

    @Test func slotsThatAreAppendedCount() {
        var schedule = SnapshotSchedule()
        schedule.restart(slots: 19_999)

        let before = schedule.begin(at: noon)
        schedule.add(bytes: 1)
        let after = schedule.begin(at: noon)

        #expect([before, after] == [false, true])
    }

    @Test func onlyOneIsMadeAtATime() {
        var schedule = SnapshotSchedule()
        schedule.restart(slots: 20_000)
        let first = schedule.begin(at: noon)
        let meanwhile = schedule.begin(at: noon + .seconds(7_200))

        schedule.restart()
        schedule.end(at: noon, succeeded: true)
        let next = schedule.begin(at: noon)
        schedule.restart(slots: 20_000)
        let last = schedule.begin(at: noon)

        #expect([first, meanwhile, next, last] == [true, false, false, true])
    }

    @Test func waitsAfterFailuresDoubleUpToAnHour() {
        var schedule = SnapshotSchedule()
        schedule.restart(slots: 20_000)
        var now = noon
        var begins: [Bool] = []
        for seconds in [60, 120, 240, 480, 960, 1_920, 3_600, 3_600] {
            begins.append(schedule.begin(at: now))
            schedule.end(at: now, succeeded: false)
            begins.append(schedule.begin(at: now + .milliseconds(seconds * 1_000 - 1)))
            now = now + .seconds(seconds)
        }

        #expect(begins == Array(repeating: [true, false], count: 8).flatMap(\.self))
    }

    @Test func aSuccessEndsTheWaits() {
        var schedule = SnapshotSchedule()
        schedule.restart(slots: 20_000)
        var (now, begins) = (noon, [Bool]())
        for succeeded in [false, false, true, false] {
            begins.append(schedule.begin(at: now))
            schedule.end(at: now, succeeded: succeeded)
            now = now + .seconds(succeeded ? 0 : 120)
        }

        begins.append(schedule.begin(at: now + .seconds(-60)))

        #expect(begins == [true, true, true, true, true])
    }
}
