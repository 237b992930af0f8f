/// Lets only so many tasks do something at the same time; the others wait in turn, and keep no thread meanwhile.
package final class AsyncSemaphore: Sendable {
    private struct State {
        var free: Int
        /// In the order in which they came.
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Locked<State>

    /// - Parameter count: How many tasks run at the same time.
    package init(_ count: Int) {
        precondition(count > 0, "Every task would wait for ever")
        state = Locked(State(free: count))
    }

    /// Runs `body`, which may block its thread, once it is this task's turn.
    package func run<Result>(_ body: () async -> Result) async -> Result {
        if !takeTurn() {
            await withCheckedContinuation { continuation in
                if takeTurn(orWait: continuation) { continuation.resume() }
            }
        }
        defer { endTurn() }
        return await body()
    }

    /// - Parameter continuation: Resumed once it is its turn, if that is not now.
    /// - Returns: Whether it is now.
    private func takeTurn(orWait continuation: CheckedContinuation<Void, Never>? = nil) -> Bool {
        state.withLock { state in
            guard state.free == 0 else {
                state.free -= 1
                return true
            }
            if let continuation { state.waiting.append(continuation) }
            return false
        }
    }

    private func endTurn() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.free += 1
            return nil
        }
        next?.resume()
    }
}
