internal import Glibc
import Threads

/// How far a command has come, on stderr: only where somebody watches, and only when it takes more than a second.
struct ProgressBar {
    private let name: String
    private let total: Int
    private let isWatched = isatty(STDERR_FILENO) == 1
    private let start = Instant.now
    private var done = 0
    private var shown = -1

    private static let width = 30

    init(_ name: String, total: Int) {
        self.name = name
        self.total = total
    }

    mutating func advance(by count: Int) {
        done += count
        guard isWatched, total > 0, Instant.now - start > .seconds(1) else { return }
        let percent = min(100, Int(Double(done) / Double(total) * 100))
        guard percent != shown else { return }
        shown = percent
        let filled = percent * Self.width / 100
        let bar = String(repeating: "█", count: filled)
        let rest = String(repeating: "·", count: Self.width - filled)
        Terminal.show("\r\(name) \(bar)\(rest) \(percent) %")
    }

    /// Takes the bar away again.
    func finish() {
        if shown >= 0 { Terminal.show("\r\u{1B}[K") }
    }
}
