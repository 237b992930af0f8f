import Glibc
import Testing
import Threads

struct ThreadTests {
    @Test func whatRunsWhenIdleIsPreemptedByAllOthers() throws {
        let policy = Thread.whenIdle { sched_getscheduler(0) }

        #expect(policy == Thread.idlePolicy)
        #expect(sched_getscheduler(0) == SCHED_OTHER)
    }

    @Test func whatIsThrownWhenIdleIsThrown() {
        struct Flaw: Error {}

        #expect(throws: Flaw.self) { try Thread.whenIdle { () throws(Flaw) in throw Flaw() } }
    }
}
