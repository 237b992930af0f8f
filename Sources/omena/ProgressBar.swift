internal import Glibc
import Notes
import Threads

/// The progress of a command on stderr: only on a terminal, and only if it takes more than a second.
struct ProgressBar {
    private let name: String
    private let total: Int
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let start = Instant.now
    private var done = 0
    private var shown = -1

    private static let width = 30

    init(_ name: String, total: Int) {
        self.name = name.printable()
        self.total = total
    }

    mutating func advance(by count: Int) {
        done += count
        guard isTerminal, total > 0, Instant.now - start > .seconds(1) else { return }
        let percent = min(100, Int(Double(done) / Double(total) * 100))
        guard percent != shown else { return }
        shown = percent
        let filled = percent * Self.width / 100
        let bar = String(repeating: "█", count: filled)
        let rest = String(repeating: "·", count: Self.width - filled)
        Terminal.showProgress("\r\(name) \(bar)\(rest) \(percent)%")
    }

    /// Erases the bar.
    func finish() {
        if shown >= 0 { Terminal.showProgress("\r\u{1B}[K") }
    }
}
