import Threads

/// Lets one task pass each time it is opened.
final class Gate: Sendable {
    private struct State {
        var openings = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Locked(State())

    func open() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.openings += 1
            return nil
        }
        next?.resume()
    }

    func pass() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                guard state.openings > 0 else {
                    state.waiting.append(continuation)
                    return false
                }
                state.openings -= 1
                return true
            }
            if isOpen { continuation.resume() }
        }
    }
}

/// Counts across threads.
final class Tally: Sendable {
    private let count = Locked(0)

    var total: Int { count.withLock { $0 } }

    func add(_ amount: Int) { count.withLock { $0 += amount } }
}
