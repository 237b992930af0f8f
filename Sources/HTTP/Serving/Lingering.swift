internal import Glibc
internal import Threads

/// The end of a connection whose client was refused while it was still sending.
///
/// Closing a socket with unread bytes in it resets the connection, and the client may lose the answer that says why.
/// So a copy of the descriptor is kept for a moment and read empty.
final class Lingering: @unchecked Sendable {
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

    /// Whether the client has seen the end, or had time enough to.
    func isOver(at now: Instant) -> Bool {
        guard now < deadline else { return true }
        return withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 1) { buffer in
            // Bounded, so that a fast sender cannot hold the reaper.
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
