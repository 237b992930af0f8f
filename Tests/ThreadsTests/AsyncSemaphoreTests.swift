import Testing
import Threads

struct AsyncSemaphoreTests {
    @Test func onlySoManyRunAtTheSameTime() async {
        let pool = ThreadPool(threads: 4)
        let semaphore = AsyncSemaphore(2)
        let running = Locked(0)

        let counts = await withTaskGroup { group in
            for _ in 0..<50 {
                group.addTask(executorPreference: pool) {
                    await semaphore.run {
                        defer { running.withLock { $0 -= 1 } }
                        let count = running.withLock { count in
                            count += 1
                            return count
                        }
                        Thread.giveWay()
                        return count
                    }
                }
            }
            return await group.reduce(into: [Int]()) { $0.append($1) }
        }

        #expect(counts.count == 50)
        #expect(counts.allSatisfy { $0 <= 2 })
        await pool.stop()
    }

    @Test func whoWaitsKeepsNoThread() async {
        let (first, second) = (ThreadPool(threads: 1), ThreadPool(threads: 1))
        let semaphore = AsyncSemaphore(1)
        let isRunning = Locked(false)
        let mayEnd = Locked(false)
        let running = Task(executorPreference: first) {
            await semaphore.run {
                isRunning.withLock { $0 = true }
                mayEnd.withLock(when: { $0 }) { _ in }
            }
        }
        isRunning.withLock(when: { $0 }) { _ in }

        let waiting = Task(executorPreference: second) {
            await semaphore.run { mayEnd.withLock { $0 } }
        }
        await Task(executorPreference: second) {}.value

        mayEnd.withLock { $0 = true }
        // It has had no turn before.
        #expect(await waiting.value)
        await running.value
        await first.stop()
        await second.stop()
    }
}
