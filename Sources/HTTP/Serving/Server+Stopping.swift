internal import Synchronization
internal import Threads

extension Server {
    /// Accepts no more clients, finishes the requests being answered, and returns when all threads and sockets are closed.
    ///
    /// The tasks of streams are cancelled. Requests that are not finished in time are answered with 503 or cut off; their
    /// handlers run on. Must not be awaited inside a handler.
    ///
    /// - Parameter timeout: How long requests may still take.
    package func stop(within timeout: Duration = .seconds(10)) async {
        await withCheckedContinuation { continuation in
            let isStopped = state.withLock { state in
                switch state {
                case .new:
                    close()
                    state = .stopped
                case .running:
                    state = .stopping([continuation], deadline: .now + timeout)
                    monitor.stop()
                    return false
                case .stopping(let others, let deadline):
                    state = .stopping(others + [continuation], deadline: deadline)
                    return false
                case .stopped: break
                }
                return true
            }
            if isStopped { continuation.resume() }
        }
    }

    /// Monitors the connections until the server stops, then closes them; runs in a thread of its own.
    func watch(_ acceptor: Acceptor) {
        monitor.run()
        let deadline = state.withLock { state in
            if case .stopping(_, let deadline) = state { deadline } else { Instant.now }
        }
        stopping.store(true, ordering: .sequentiallyConsistent)
        acceptor.stop()
        let daemons = acceptor.currentDaemons
        for daemon in daemons { daemon.refuseClients() }
        if !monitor.drain(until: deadline) {
            givingUp.store(true, ordering: .sequentiallyConsistent)
            monitor.giveUp()
            _ = monitor.drain(until: .now + .seconds(2))
        }
        for daemon in daemons + retiredDaemons.withLock({ $0 }) { daemon.stop() }
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            defer { state = .stopped }
            close()
            guard case .stopping(let waiting, _) = state else { return [] }
            return waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
