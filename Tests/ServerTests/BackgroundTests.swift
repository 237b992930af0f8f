import Glibc
import Library
import Notes
import TestFolder
import TestLibrary
import Testing
import Threads

@testable import Server

struct BackgroundTests {
    /// How much the kernel favours other threads over this one; the first 0 is `PRIO_PROCESS`.
    private static var niceness: Int32 { getpriority(0, 0) }

    @Test func whatNobodyWaitsForGetsOnlyTheTimeThatOthersLeave() {
        let background = Background(sharing: WorkQueue(threads: 1))
        let found = Locked<[Int32]>([])
        let expected = [Self.niceness, max(10, Self.niceness)]

        background.perform { found.withLock { $0.append(Self.niceness) } }
        found.withLock(when: { $0.count == 1 }) { _ in }
        background.performLast { found.withLock { $0.append(Self.niceness) } }

        #expect(found.withLock(when: { $0.count == 2 }) { $0 } == expected)
    }

    @Test func theMaintenanceOfADayComesLast() throws {
        let folder = try TemporaryFolder()
        let moment = Moment(milliseconds: 1_763_640_000_000)
        let clock = Clock(now: { moment }, offset: { 0 }, uptime: { .zero })
        let library = try Library.openNew(at: folder.path("a.omena")) { moment }
        let lock = LibraryLock(library, clock: clock)
        defer { try? lock.end() }
        let last = Locked(0)
        let maintenance = Maintenance(
            lock,
            clock: clock,
            perform: { _ in },
            performLast: { _ in last.withLock { $0 += 1 } },
            report: { Issue.record("\($0)") }
        )

        maintenance.libraryUsed(library)
        maintenance.libraryUsed(library)

        #expect(last.withLock { $0 } == 1)
    }
}
