import Testing
import Threads

struct AsyncTurnsTests {
    @Test func tasksOfAKeyRunOneAfterTheOther() async {
        let pool = ThreadPool(threads: 4)
        let turns = AsyncTurns<Int>()
        let running = Locked([0, 0])

        let counts = await withTaskGroup { group in
            for number in 0..<100 {
                group.addTask(executorPreference: pool) {
                    await turns.run(for: number % 2) {
                        let count = running.withLock { running in
                            running[number % 2] += 1
                            return running[number % 2]
                        }
                        await Task.yield()
                        running.withLock { $0[number % 2] -= 1 }
                        return count
                    }
                }
            }
            return await group.reduce(into: [Int]()) { $0.append($1) }
        }

        #expect(counts == Array(repeating: 1, count: 100))
        await pool.stop()
    }

    @Test func aKeyWaitsForNoOther() async {
        let turns = AsyncTurns<String>()

        let answer = await turns.run(for: "ben") { await turns.run(for: "cleo") { 7 } }

        #expect(answer == 7)
        #expect(await turns.run(for: "ben") { 8 } == 8)
    }
}
