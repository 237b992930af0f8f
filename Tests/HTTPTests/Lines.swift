import HTTP
import Threads

/// The lines of an access log.
final class Lines: Sendable {
    private let lines = Locked<[AccessLine]>([])

    var all: [AccessLine] { lines.withLock { $0 } }

    func append(_ line: AccessLine) { lines.withLock { $0.append(line) } }
}
