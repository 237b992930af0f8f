/// Lets the tasks of each key run one after the other, in the order in which they came; waiting takes no thread.
package final class AsyncTurns<Key: Hashable & Sendable>: Sendable {
    /// The waiting tasks of each key that has a running one.
    private let waiting = Locked<[Key: [CheckedContinuation<Void, Never>]]>([:])

    package init() {}

    /// Runs `body` once it is this task's turn.
    package func run<Result>(for key: Key, _ body: () async -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            let isNext = waiting.withLock { waiting in
                guard waiting[key] == nil else {
                    waiting[key]?.append(continuation)
                    return false
                }
                waiting[key] = []
                return true
            }
            if isNext { continuation.resume() }
        }
        defer { endTurn(of: key) }
        return await body()
    }

    private func endTurn(of key: Key) {
        let next = waiting.withLock { waiting -> CheckedContinuation<Void, Never>? in
            guard waiting[key]?.isEmpty == false else {
                waiting[key] = nil
                return nil
            }
            return waiting[key]?.removeFirst()
        }
        next?.resume()
    }
}
