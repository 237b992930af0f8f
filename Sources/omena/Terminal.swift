internal import Glibc

/// Where the command talks: results to stdout, complaints to stderr.
enum Terminal {
    /// Writes one text and its line end, at once, also where stdout is a file.
    static func say(_ text: String) { _ = write("\(text)\n", to: STDOUT_FILENO) }

    /// Writes one plain line about what went wrong.
    static func complain(_ message: String) { _ = write("omena: \(message)\n", to: STDERR_FILENO) }

    /// Writes one line of a running server's log.
    static func log(_ line: String) { _ = write("\(line)\n", to: STDERR_FILENO) }

    /// Whether a person sees what is said, rather than another program.
    static var isInteractive: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Writes to whoever watches, without a line end.
    static func show(_ text: String) { _ = write(text, to: STDERR_FILENO) }

    /// Writes a result to stdout as it is; a disk that is full must not look like a shorter result.
    static func write(_ text: String) throws(Failure) {
        guard write(text, to: STDOUT_FILENO) else {
            throw Failure("cannot write the result: \(String(cString: strerror(errno)))")
        }
    }

    /// Whether all of it was taken.
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
