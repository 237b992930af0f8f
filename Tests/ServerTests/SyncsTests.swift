import Library
import Notes
import TestFolder
import TestLibrary
import Testing
import Threads

@testable import Server

struct SyncsTests {
    @Test func aLibraryHasOneOfTheSharedThreadsAtMost() throws {
        let folder = try TemporaryFolder()
        let now = Moment(milliseconds: 1_763_640_000_000)
        let library = try Library.openNew(at: folder.path("a.omena")) { now }
        let clock = Clock(now: { now }, offset: { 0 })
        let lock = LibraryLock(library, clock: clock)
        defer { try? lock.end() }
        let jobs = Locked<[@Sendable () -> Void]>([])
        let syncs = Syncs(
            lock,
            clock: clock,
            perform: { job in jobs.withLock { $0.append(job) } },
            report: { Issue.record("\($0)") }
        )

        for _ in 0..<3 { syncs.request() }

        let waiting = jobs.withLock { jobs in
            defer { jobs = [] }
            return jobs
        }
        #expect(waiting.count == 1)
        for job in waiting { job() }
        #expect(jobs.withLock { $0.isEmpty })
        syncs.request()
        #expect(jobs.withLock { $0.count } == 1)
    }
}
