internal import Glibc

/// Connects a process with the child that it has started: each notices when the other has ended, however that happens.
///
/// The child can also send single bytes. A process that executes itself again keeps its end.
package struct Lifeline: Sendable {
    package let descriptor: Int32

    package init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Both ends, of which children inherit neither; nil where there are no descriptors.
    package static func pair() -> (own: Lifeline, childs: Lifeline)? {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { return nil }
        return (Lifeline(ends[0]), Lifeline(ends[1]))
    }

    /// Waits for a byte; nil when the other end is closed.
    package func receive() -> UInt8? {
        var byte: UInt8 = 0
        while true {
            let count = recv(descriptor, &byte, 1, 0)
            if count == 1 { return byte }
            if count < 0, errno == EINTR { continue }
            return nil
        }
    }

    package func send(_ byte: UInt8) {
        var byte = byte
        _ = Glibc.send(descriptor, &byte, 1, Int32(MSG_NOSIGNAL))
    }

    /// Sends nothing more, so that the other end reads the end of the stream; this end may still read.
    package func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

    package func close() { Glibc.close(descriptor) }

    /// Whether programs that this process starts or becomes have it.
    package func setInherited(_ isInherited: Bool) {
        _ = fcntl(descriptor, F_SETFD, isInherited ? 0 : FD_CLOEXEC)
    }
}
