/// Lets the tasks of each key run one after the other, in the order in which they came; waiting takes no thread.
package final class AsyncTurns<Key: Hashable & Sendable>: Sendable {
    private struct Tasks {
        let semaphore = AsyncSemaphore(1)
        var count = 0
    }

    /// Those that run or wait, of each key that has any.
    private let tasks = Locked<[Key: Tasks]>([:])

    package init() {}

    /// Runs `body` once it is this task's turn.
    package func run<Result>(for key: Key, _ body: () async -> Result) async -> Result {
        let semaphore = tasks.withLock { tasks in
            var own = tasks[key] ?? Tasks()
            own.count += 1
            tasks[key] = own
            return own.semaphore
        }
        defer {
            tasks.withLock { tasks in
                tasks[key]?.count -= 1
                if tasks[key]?.count == 0 { tasks[key] = nil }
            }
        }
        return await semaphore.run(body)
    }
}
