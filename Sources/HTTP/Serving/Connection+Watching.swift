internal import Glibc
internal import Synchronization
internal import Threads

/// The reaper's thread.
extension Connection {
    /// Whether the client has let the time pass in which it had to send something.
    func isLate(at instant: Instant) -> Bool {
        deadline.load(ordering: .relaxed) < instant.nanoseconds
    }

    /// Whether no request is in hand.
    var isIdle: Bool { idle.load(ordering: .relaxed) }

    /// Whether libmicrohttpd may not be looking at the socket, so that it would not notice a client that leaves.
    var isUnwatched: Bool {
        suspended.load(ordering: .relaxed) || lock.withLock { pipe != nil }
    }

    /// Breaks the connection; libmicrohttpd notices and closes it.
    ///
    /// Only while it is registered: afterwards the number may belong to another.
    func breakOff() {
        shutdown(socket, Int32(SHUT_RDWR))
    }

    /// The client is gone: nobody needs the answer.
    func abandon() {
        let (task, pipe) = lock.withLock { () -> (Task<Void, Never>?, Pipe?) in
            if case .handling(let task) = stage { return (task, nil) }
            return (nil, self.pipe)
        }
        task?.cancel()
        pipe?.hangUp()
    }

    /// The server stops: a stream that has no end should find one.
    func hurry() {
        lock.withLock { pipe }?.cancelProducer()
    }

    /// The server stops now: the handler's answer comes too late.
    func giveUp() {
        abandon()
        answer(
            Transmission(
                .text(HTTPError.stopping.message, status: .serviceUnavailable),
                isLast: true
            )
        )
    }
}
