internal import Glibc
internal import Threads

/// The end of a connection whose client was refused while it was still sending.
///
/// Closing a socket that holds unread bytes resets the connection, and the client may lose the response. So a copy of the
/// descriptor stays open for a moment, and what arrives is read and dropped.
final class LingeringClose: Sendable {
    private let socket: Int32
    private let deadline: Instant

    init?(_ socket: Int32, now: Instant) {
        let copy = fcntl(socket, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { return nil }
        self.socket = copy
        deadline = now + .seconds(2)
        shutdown(copy, Int32(SHUT_WR))
    }

    deinit {
        close(socket)
    }

    /// Whether the client has closed its end, or had time enough to.
    func isOver(at now: Instant) -> Bool {
        guard now < deadline else { return true }
        return withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 1) { buffer in
            // Bounded, so that a fast sender cannot hold up the monitor.
            for _ in 0..<64 {
                let count = recv(
                    socket,
                    buffer.baseAddress,
                    buffer.count,
                    Int32(MSG_DONTWAIT)
                )
                if count == 0 { return true }
                if count < 0 { return errno != EAGAIN && errno != EINTR }
            }
            return false
        }
    }
}
