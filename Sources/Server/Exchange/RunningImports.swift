import LibraryValues
import Threads

/// The imports that run now, so that one can be stopped and its page learns whether that came in time, and the reports of
/// the latest ones, for the page that shows them.
///
/// A closed connection would not tell: the import may be committed before the server notices that its client has gone.
final class RunningImports: Sendable {
    private struct State {
        var running: Set<String> = []
        /// Those that still run or whose file has not arrived yet, the oldest first.
        var stopped: [String] = []
        /// The oldest first.
        var reports: [(id: String, report: ImportReport)] = []
    }

    /// How many reports are remembered, which are gone when the program ends; the history keeps what can be undone.
    private static let maximumReports = 16

    /// How many stopped imports are remembered; more than anybody stops within one upload.
    private static let maximumStopped = 64

    private let state = Locked(State())

    /// Registers an import; one that was stopped before its file had arrived ends at its first check.
    func begin(_ id: String) { state.withLock { _ = $0.running.insert(id) } }

    func end(_ id: String) {
        state.withLock { state in
            state.running.remove(id)
            state.stopped.removeAll { $0 == id }
        }
    }

    func finish(_ id: String, with report: ImportReport) {
        state.withLock { state in
            state.reports.removeAll { $0.id == id }
            state.reports.append((id, report))
            if state.reports.count > Self.maximumReports { state.reports.removeFirst() }
        }
    }

    func report(of id: String) -> ImportReport? {
        state.withLock { $0.reports.first { $0.id == id }?.report }
    }

    /// Stops an import.
    ///
    /// - Returns: Whether it runs; its last line then tells whether it was stopped in time.
    func stop(_ id: String) -> Bool {
        state.withLock { state in
            state.stopped.append(id)
            if state.stopped.count > Self.maximumStopped { state.stopped.removeFirst() }
            return state.running.contains(id)
        }
    }

    func isStopped(_ id: String) -> Bool { state.withLock { $0.stopped.contains(id) } }
}
