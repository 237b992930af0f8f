internal import Glibc

/// The output of a command: results to stdout, errors and logs to stderr.
enum Terminal {
    /// Writes a text and a line end at once, also where stdout is a file.
    static func print(_ text: String) { _ = write("\(text)\n", to: STDOUT_FILENO) }

    static func printError(_ message: String) {
        _ = write("omena: \(message)\n", to: STDERR_FILENO)
    }

    static func log(_ line: String) { _ = write("\(line)\n", to: STDERR_FILENO) }

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
