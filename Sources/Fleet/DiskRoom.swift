internal import Glibc
package import Threads

/// Whether a node can write to its disk, found out by writing a file there.
///
/// The size of the disk alone doesn't tell, because quotas and limits of the process count too. One thread writes, and
/// meanwhile the others believe what was found before, so that a slow disk delays none of them.
package final class DiskRoom: Sendable {
    private struct Finding {
        var problem: String?
        let since: Instant
    }

    private enum Step {
        /// Why nothing can be written; nil if there is room.
        case believe(String?)
        case write
    }

    private struct State {
        var finding: Finding?
        /// Since when a thread writes, if one does.
        var writingSince: Instant?

        /// What the thread does that asks now.
        mutating func nextStep(at now: Instant) -> Step {
            if let finding, now < finding.since + memory { return .believe(finding.problem) }
            guard let start = writingSince else {
                writingSince = now
                return .write
            }
            guard let finding, now < start + patience else { return .believe(isSlow) }
            return .believe(finding.problem)
        }
    }

    private let state = Locked(State())
    private let tryToWrite: @Sendable () -> String?

    /// How long what was found is believed once it can be looked at again.
    private static let memory = Duration.seconds(1)
    /// How long writing may take.
    private static let patience = Duration.seconds(5)
    private static let size = 1 << 20

    /// - Parameter folder: Where the node has its files.
    package convenience init(in folder: String) {
        self.init { Self.whyNothingIsWritten(to: "\(folder)/room") }
    }

    /// - Parameter tryToWrite: Says why nothing can be written; nil if there is room.
    init(_ tryToWrite: @escaping @Sendable () -> String?) { self.tryToWrite = tryToWrite }

    /// Why nothing can be written; nil if there is room.
    package func problem(at now: Instant = .now) -> String? {
        let step = state.withLock(
            // The first ones have nothing else to believe.
            when: { $0.finding != nil || $0.writingSince == nil },
            orAt: .now + Self.patience
        ) { $0.nextStep(at: now) }
        switch step {
        case .believe(let problem): return problem
        case .write:
            let problem = tryToWrite()
            state.withLock { $0 = State(finding: Finding(problem: problem, since: now)) }
            return problem
        }
    }

    private static let isSlow = "It does not answer"

    private static func whyNothingIsWritten(to path: String) -> String? {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return String(cString: strerror(errno)) }
        // Before it is written, so that a crash leaves nothing.
        unlink(path)
        defer { close(file) }
        let zeros = [UInt8](repeating: 0, count: size)
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
