import Threads

/// Lets one task pass each time it is opened.
final class Gate: @unchecked Sendable {
    private let lock = Lock()
    // Both guarded by `lock`.
    private var openings = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func open() {
        let next = lock.withLock { () -> CheckedContinuation<Void, Never>? in
            guard waiting.isEmpty else { return waiting.removeFirst() }
            openings += 1
            return nil
        }
        next?.resume()
    }

    func pass() async {
        await withCheckedContinuation { continuation in
            let isOpen = lock.withLock {
                guard openings > 0 else {
                    waiting.append(continuation)
                    return false
                }
                openings -= 1
                return true
            }
            if isOpen { continuation.resume() }
        }
    }
}

/// Counts across threads.
final class Tally: @unchecked Sendable {
    private let lock = Lock()
    // Guarded by `lock`.
    private var count = 0

    var total: Int { lock.withLock { count } }

    func add(_ amount: Int) {
        lock.withLock { count += amount }
    }
}
