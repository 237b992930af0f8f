internal import Glibc

/// Where the command talks: results to stdout, complaints to stderr.
enum Terminal {
    /// Writes one text and its line end, at once, also where stdout is a file.
    static func say(_ text: String) { write("\(text)\n", to: STDOUT_FILENO) }

    /// Writes one plain line about what went wrong.
    static func complain(_ message: String) { write("omena: \(message)\n", to: STDERR_FILENO) }

    /// Writes one line of a running server's log.
    static func log(_ line: String) { write("\(line)\n", to: STDERR_FILENO) }

    /// Whether a person sees what is said, rather than another program.
    static var isInteractive: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Writes to whoever watches, without a line end.
    static func show(_ text: String) { write(text, to: STDERR_FILENO) }

    /// Writes text to stdout as it is.
    static func write(_ text: String) { write(text, to: STDOUT_FILENO) }

    private static func write(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
