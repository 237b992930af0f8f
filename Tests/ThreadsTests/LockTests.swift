import Testing

@testable import Threads

struct LockTests {
    @Test func letsOneThreadAtATimeUseTheValue() async {
        let count = Locked(0)

        await withTaskGroup { group in
            for _ in 1...8 {
                group.addTask {
                    for _ in 1...10_000 { count.withLock { $0 += 1 } }
                }
            }
        }

        #expect(count.withLock { $0 } == 80_000)
    }

    @Test func rethrowsTheBodysError() {
        struct Refusal: Error, Equatable {}
        let lock = Lock()

        #expect(throws: Refusal()) { try lock.withLock { () throws(Refusal) in throw Refusal() } }
        #expect(lock.withLock { 1 } == 1)
    }

    @Test func endsAWaitAtItsDeadline() {
        let lock = Lock()
        let condition = Condition(of: lock)
        let instant = Instant.now + .milliseconds(5)

        lock.withLock {
            // A wait may end early, but never reports that the deadline has passed before it has.
            while condition.wait(until: instant) {}
        }

        #expect(Instant.now >= instant)
    }

    @Test func waitsForAConditionOrTheDeadline() {
        let count = Locked(0)
        Thread.start { for _ in 1...100 { count.withLock { $0 += 1 } } }

        #expect(count.withLock(when: { $0 == 100 }) { $0 } == 100)
        let deadline = Instant.now + .milliseconds(5)
        #expect(count.withLock(when: { $0 > 100 }, orAt: deadline) { $0 } == 100)
        #expect(Instant.now >= deadline)
    }

    @Test func aChangeWakesAllThatWait() {
        let isOpen = Locked(false)
        let passed = Locked(0)
        for _ in 1...4 {
            Thread.start {
                isOpen.withLock(when: { $0 }) { _ in }
                passed.withLock { $0 += 1 }
            }
        }

        isOpen.withLock { $0 = true }

        #expect(passed.withLock(when: { $0 == 4 }) { $0 } == 4)
    }

    @Test func skipsTheBodyWhileTheLockIsHeld() {
        let lock = Lock()
        var turns = 0

        lock.withLockIfFree { turns += 1 }
        lock.withLock { lock.withLockIfFree { turns += 1 } }
        lock.withLockIfFree { turns += 1 }

        #expect(turns == 2)
    }
}
