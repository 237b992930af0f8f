import Glibc
import Testing

@testable import Threads

struct ThreadPoolTests {
    @Test func runsBlockingTasksSideBySide() async {
        let pool = ThreadPool(threads: 4)
        let arrived = Locked(0)

        // Each waits for the others, so on fewer than four threads none would return.
        let tasks = (1...4).map { _ in
            Task(executorPreference: pool) {
                arrived.withLock { $0 += 1 }
                arrived.withLock(when: { $0 == 4 }) { _ in }
            }
        }
        for task in tasks { await task.value }

        #expect(arrived.withLock { $0 } == 4)
        await pool.stop()
    }

    @Test func staysOnItsThreadsAcrossSuspensions() async {
        let pool = ThreadPool(threads: 1)

        let threads = await Task(executorPreference: pool) {
            let before = pthread_self()
            await Task.yield()
            return (before, pthread_self())
        }.value

        #expect(threads.0 == threads.1)
        await pool.stop()
    }

    @Test func jobsThatWaitLeaveTheirPlaceToOthers() async {
        let pool = ThreadPool(threads: 1)

        let counts = await Task(executorPreference: pool) {
            let before = pool.busyCount
            let meanwhile = ThreadPool.whileWaiting { pool.busyCount }
            return [before, meanwhile, pool.busyCount]
        }.value

        #expect(counts == [1, 0, 1])
        #expect(ThreadPool.whileWaiting { 7 } == 7)
        await pool.stop()
    }

    @Test func runsQueuedJobsBeforeItStops() async {
        let pool = ThreadPool(threads: 2)
        let done = Locked(0)

        let tasks = (1...1000).map { _ in
            Task(executorPreference: pool) { done.withLock { $0 += 1 } }
        }
        await pool.stop()

        #expect(done.withLock { $0 } == 1000)
        for task in tasks { await task.value }
    }

    @Test func finishesTasksThatOutliveIt() async {
        let pool = ThreadPool(threads: 1)
        await pool.stop()

        let late = Task(executorPreference: pool) { 7 }

        #expect(await late.value == 7)
        await pool.stop()
    }
}
