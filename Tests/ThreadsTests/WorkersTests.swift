import Glibc
import Testing

@testable import Threads

struct WorkersTests {
    @Test func runsTasksThatBlockSideBySide() async {
        let workers = Workers(threads: 4)
        let lock = Lock()
        let met = Condition(of: lock)
        let arrived = Box(0)

        // Each waits for the others: on fewer threads than four none would come back.
        let tasks = (1...4).map { _ in
            Task(executorPreference: workers) {
                lock.withLock {
                    arrived.value += 1
                    met.broadcast()
                    while arrived.value < 4 { met.wait() }
                }
            }
        }
        for task in tasks { await task.value }

        #expect(lock.withLock { arrived.value } == 4)
        await workers.stop()
    }

    @Test func staysOnItsThreadsAcrossSuspensions() async {
        let workers = Workers(threads: 1)

        let threads = await Task(executorPreference: workers) {
            let before = pthread_self()
            await Task.yield()
            return (before, pthread_self())
        }.value

        #expect(threads.0 == threads.1)
        await workers.stop()
    }

    @Test func runsWhatIsQueuedBeforeItStops() async {
        let workers = Workers(threads: 2)
        let done = Counter()

        let tasks = (1...1000).map { _ in
            Task(executorPreference: workers) { done.count() }
        }
        await workers.stop()

        #expect(done.total == 1000)
        for task in tasks { await task.value }
    }

    @Test func endsTasksThatOutliveIt() async {
        let workers = Workers(threads: 1)
        await workers.stop()

        let late = Task(executorPreference: workers) { 7 }

        #expect(await late.value == 7)
        await workers.stop()
    }
}

/// Guarded by a lock in the tests that use it.
final class Box<Value>: @unchecked Sendable {
    var value: Value

    init(_ value: Value) {
        self.value = value
    }
}

final class Counter: Sendable {
    private let lock = Lock()
    private let box = Box(0)

    var total: Int { lock.withLock { box.value } }

    func count() {
        lock.withLock { box.value += 1 }
    }
}
