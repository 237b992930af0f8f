internal import CLinux
internal import Glibc

/// When the program crashed last, as one execution passes it on to the next.
package struct Crashes: Sendable {
    /// Two moments in seconds since the machine started, with ten digits each.
    package let text: String

    package static let none = Crashes(text: "0000000000,0000000000")

    private init(text: String) { self.text = text }

    package init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard text.utf8.count == omena_crashes_length, parts.count == 2,
            parts.allSatisfy({ $0.count == omena_moment_length && $0.allSatisfy(digits.contains) })
        else { return nil }
        self.text = text
    }

    /// From now on, executes the program again when it crashes, which keeps its process number and these sockets; ends it
    /// at the third crash within a minute.
    ///
    /// - Parameters:
    ///   - arguments: All of the new execution, except the last, which says when the program crashed.
    ///   - sockets: Stay open, so that clients wait meanwhile.
    package func restartAtNext(_ arguments: [String], keeping sockets: [Int32]) {
        // Never released: a signal handler uses them.
        let crashes = strdup(text)
        let words = UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>.allocate(
            capacity: arguments.count + 2
        )
        _ = words.initialize(from: arguments.map { strdup($0) } + [crashes, nil])
        let numbers = UnsafeMutableBufferPointer<Int32>.allocate(capacity: sockets.count)
        _ = numbers.initialize(from: sockets)
        omena_restart_when_crashing(
            words.baseAddress,
            crashes,
            numbers.baseAddress,
            Int32(clamping: sockets.count)
        )
    }
}
