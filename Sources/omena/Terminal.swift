internal import Glibc

/// The output of a command: results to stdout, errors and logs to stderr.
enum Terminal {
    /// Writes a text and a line end at once, also where stdout is a file.
    static func print(_ text: String) { _ = write("\(text)\n", to: STDOUT_FILENO) }

    /// How much a line of the log matters, in the numbers of syslog.
    enum Level: Int {
        case error = 3
        case warning = 4
        case info = 6
    }

    static func printError(_ message: String) { log("omena: \(message)", .error) }

    /// Writes a line to stderr; systemd's journal is also told how much it matters.
    static func log(_ line: String, _ level: Level = .warning) {
        let prefix = isJournal ? "<\(level.rawValue)>" : ""
        _ = write("\(prefix)\(line)\n", to: STDERR_FILENO)
    }

    /// Whether stderr is the journal, whose device and file number a service is given.
    private static let isJournal: Bool = {
        guard let stream = getenv("JOURNAL_STREAM") else { return false }
        var status = stat()
        return fstat(STDERR_FILENO, &status) == 0
            && String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
    }()

    /// Whether stdout is a terminal.
    static var isInteractive: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Writes to stderr without a line end.
    static func showProgress(_ text: String) { _ = write(text, to: STDERR_FILENO) }

    /// Writes a result to stdout; fails if the disk is full, which must not look like a shorter result.
    static func write(_ text: String) throws(Failure) {
        guard write(text, to: STDOUT_FILENO) else {
            throw Failure("cannot write the result: \(String(cString: strerror(errno)))")
        }
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
