internal import Glibc
internal import Synchronization
internal import Threads

/// The part of the monitor's thread.
extension ClientConnection {
    /// Whether the client has missed its deadline.
    func isLate(at instant: Instant) -> Bool {
        deadline.load(ordering: .relaxed) < instant.nanoseconds
    }

    var isIdle: Bool { idle.load(ordering: .relaxed) }

    /// Since when the connection waits for its client to send or read; nil while the client waits for the server.
    var wait: (isSending: Bool, since: Instant)? {
        let since = Instant(nanoseconds: lastStep.load(ordering: .relaxed))
        return lock.withLock {
            switch stage {
            case .waiting, .receiving, .collecting: (false, since)
            case .passing(let body, _, _): body.isFull ? nil : (false, since)
            case .handling, .answered: nil
            case .sending: (true, since)
            }
        }
    }

    /// Whether libmicrohttpd may not be polling the socket, so that it would not notice that the client disconnects.
    var isUnwatched: Bool {
        suspended.load(ordering: .relaxed) || lock.withLock { pipe != nil }
    }

    /// Shuts the socket down; libmicrohttpd notices and closes it.
    ///
    /// Only while the connection is registered: afterwards the descriptor may belong to another.
    func shutDown() {
        shutdown(socket, Int32(SHUT_RDWR))
    }

    /// The client has disconnected: nobody needs the response.
    func cancel() {
        let (task, pipe) = lock.withLock { () -> (Task<Void, Never>?, Pipe?) in
            switch stage {
            case .handling(let task), .passing(_, let task, _): return (task, nil)
            default: return (nil, self.pipe)
            }
        }
        task?.cancel()
        pipe?.hangUp()
    }

    /// The server stops: a stream should end.
    func cancelStream() {
        lock.withLock { pipe }?.cancelProducer()
    }

    /// The server stops now: the handler's response would come too late.
    func giveUp() {
        cancel()
        answer(
            QueuedResponse(
                .text(HTTPError.stopping.message, status: .serviceUnavailable),
                isLast: true
            )
        )
    }
}
