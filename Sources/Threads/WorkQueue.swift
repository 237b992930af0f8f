/// Runs work one after the other on a few threads, for work that may wait but must not take a thread each.
package final class WorkQueue: Sendable {
    private let work = Locked<[@Sendable () -> Void]>([])

    /// - Parameter isInBackground: Whether the work is to get only the time that other threads leave.
    package init(threads: Int, isInBackground: Bool = false) {
        for _ in 0..<threads {
            let start = isInBackground ? Thread.startInBackground : Thread.start
            start { [work] in
                while true {
                    let next = work.withLock(when: { !$0.isEmpty }) { $0.removeFirst() }
                    next()
                }
            }
        }
    }

    package func add(_ body: @escaping @Sendable () -> Void) {
        work.withLock { $0.append(body) }
    }

    /// Returns what `body` returns; keeps no other thread meanwhile, and task-local values don't reach `body`.
    package func run<Result: Sendable>(
        _ body: @escaping @Sendable () -> Result
    ) async -> Result {
        await withCheckedContinuation { continuation in
            add { continuation.resume(returning: body()) }
        }
    }
}
