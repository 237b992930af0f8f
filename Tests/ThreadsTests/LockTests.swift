import Testing

@testable import Threads

struct LockTests {
    @Test func letsOneThreadInAtATime() async {
        let lock = Lock()
        let count = Box(0)

        await withTaskGroup { group in
            for _ in 1...8 {
                group.addTask {
                    for _ in 1...10_000 { lock.withLock { count.value += 1 } }
                }
            }
        }

        #expect(lock.withLock { count.value } == 80_000)
    }

    @Test func passesOnWhatTheBodyThrows() {
        struct Refusal: Error, Equatable {}
        let lock = Lock()

        #expect(throws: Refusal()) { try lock.withLock { () throws(Refusal) in throw Refusal() } }
        #expect(lock.withLock { 1 } == 1)
    }

    @Test func endsAWaitAtItsInstant() {
        let lock = Lock()
        let condition = Condition(of: lock)
        let instant = Instant.now + .milliseconds(5)

        lock.withLock {
            // A wait may end early, but never says that the instant has come before it has.
            while condition.wait(until: instant) {}
        }

        #expect(Instant.now >= instant)
    }

    @Test func passesByWhereAnotherIsIn() {
        let lock = Lock()
        var turns = 0

        lock.withLockIfFree { turns += 1 }
        lock.withLock { lock.withLockIfFree { turns += 1 } }
        lock.withLockIfFree { turns += 1 }

        #expect(turns == 2)
    }
}
