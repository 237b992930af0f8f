import HTTP
import Threads

/// The lines that a server logged.
struct Lines: Sendable {
    private let lines = Locked<[AccessLine]>([])

    var all: [AccessLine] { lines.withLock { $0 } }

    func append(_ line: AccessLine) { lines.withLock { $0.append(line) } }
}
