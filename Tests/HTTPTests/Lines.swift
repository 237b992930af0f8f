import HTTP
import Threads

/// What a server logged.
final class Lines: @unchecked Sendable {
    private let lock = Lock()
    // Guarded by `lock`.
    private var lines: [AccessLine] = []

    var all: [AccessLine] { lock.withLock { lines } }

    func append(_ line: AccessLine) {
        lock.withLock { lines.append(line) }
    }
}
