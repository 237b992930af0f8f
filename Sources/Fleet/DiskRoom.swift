internal import Glibc
package import Threads

/// Whether a node can write to its disk, found out by writing a file there.
///
/// The size of the disk alone doesn't tell, because quotas and limits of the process count too.
package final class DiskRoom: Sendable {
    private struct Finding {
        var problem: String?
        let since: Instant
    }

    private let path: String
    private let finding = Locked<Finding?>(nil)

    /// How long what was found is believed.
    private static let memory = Duration.seconds(1)
    private static let size = 1 << 20

    /// - Parameter folder: Where the node has its files.
    package init(in folder: String) { path = "\(folder)/room" }

    /// Why nothing can be written; nil if there is room.
    package func problem(at now: Instant = .now) -> String? {
        finding.withLock { finding in
            if let finding, now < finding.since + Self.memory { return finding.problem }
            let problem = tryToWrite()
            finding = Finding(problem: problem, since: now)
            return problem
        }
    }

    private func tryToWrite() -> String? {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return String(cString: strerror(errno)) }
        // Before it is written, so that a crash leaves nothing.
        unlink(path)
        defer { close(file) }
        let zeros = [UInt8](repeating: 0, count: Self.size)
        var done = 0
        while done < zeros.count {
            let count = zeros.withUnsafeBytes {
                write(file, $0.baseAddress.map { $0 + done }, zeros.count - done)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return String(cString: strerror(errno)) }
            done += count
        }
        return nil
    }
}
