internal import Glibc
import JSON
import Notes
import Threads

/// The output of a command: results to stdout, errors and logs to stderr.
enum Terminal {
    /// Writes a text and a line end at once, also where stdout is a file.
    ///
    /// - Parameter isColored: Whether the text contains our own escape sequences, and nothing of a stranger's.
    static func print(_ text: String, isColored: Bool = false) {
        _ = write("\(isColored ? text : shown(text))\n", to: STDOUT_FILENO)
    }

    /// How much a line of the log matters, in the numbers of syslog.
    enum Level: Int {
        case error = 3
        case warning = 4
        case info = 6
    }

    static func printError(_ message: String) { log("omena: \(message)", .error) }

    /// Makes each line of the log an object from now on.
    static func logJSON() { logsJSON.withLock { $0 = true } }

    private static let logsJSON = Locked(false)

    private struct LogLine: Encodable {
        let time: String
        let level: String
        let message: String
    }

    /// Writes a line to stderr; systemd's journal is also told how much it matters.
    static func log(_ line: String, _ level: Level = .warning) {
        if logsJSON.withLock({ $0 }) {
            let object = LogLine(
                time: moment(),
                level: "\(level)",
                message: line
            )
            let text = String(decoding: JSONCoding.bytes(of: object), as: UTF8.self)
            _ = write("\(text)\n", to: STDERR_FILENO)
            return
        }
        let prefix = isJournal ? "<\(level.rawValue)>" : ""
        _ = write("\(prefix)\(line.printable())\n", to: STDERR_FILENO)
    }

    /// The present as RFC 3339 writes it.
    private static func moment() -> String {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        var parts = tm()
        gmtime_r(&time.tv_sec, &parts)
        var text = [CChar](repeating: 0, count: 32)
        let size = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%S", &parts)
        let start = String(decoding: text.prefix(size).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let milliseconds = "\(1_000 + time.tv_nsec / 1_000_000)".dropFirst()
        return "\(start).\(milliseconds)Z"
    }

    /// Whether stderr is the journal, whose device and file number a service is given.
    private static let isJournal: Bool = {
        guard let stream = getenv("JOURNAL_STREAM") else { return false }
        var status = stat()
        return fstat(STDERR_FILENO, &status) == 0
            && String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
    }()

    static var isInteractive: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Writes to stderr without a line end.
    static func showProgress(_ text: String) { _ = write(text, to: STDERR_FILENO) }

    /// Writes a result to stdout; fails if the disk is full, which must not look like a shorter result.
    static func write(_ text: String) throws(Failure) {
        guard write(shown(text), to: STDOUT_FILENO) else {
            throw Failure("cannot write the result: \(String(cString: strerror(errno)))")
        }
    }

    /// A result as a terminal may show it: the control characters in a stranger's deck would rule the terminal.
    ///
    /// Programs, which read a file or a pipe, get it as it is.
    private static func shown(_ text: String) -> String {
        isInteractive ? text.printable(keeping: ["\n", "\t"]) : text
    }

    /// Returns whether all bytes were written.
    private static func write(_ text: String, to descriptor: Int32) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
