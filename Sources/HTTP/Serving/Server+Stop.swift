internal import Synchronization
internal import Threads

extension Server {
    /// Takes no more clients, lets requests in hand finish, and returns when every thread and socket is gone.
    ///
    /// Streams are asked to end (their tasks are cancelled). What is not done in time is answered with 503 or broken
    /// off; a handler that still runs then goes on by itself. Must not be awaited inside a handler.
    ///
    /// - Parameter patience: how long requests in hand may take.
    package func stop(within patience: Duration = .seconds(10)) async {
        await withCheckedContinuation { continuation in
            let isStopped = lock.withLock {
                switch state {
                case .new:
                    for listener in listeners { listener.close() }
                    Task { await workers.stop() }
                    state = .stopped
                case .running:
                    state = .stopping([continuation], deadline: .now + patience)
                    monitor.stop()
                case .stopping(let others, let deadline):
                    state = .stopping(others + [continuation], deadline: deadline)
                case .stopped: break
                }
                if case .stopped = state { return true }
                return false
            }
            if isStopped { continuation.resume() }
        }
    }

    /// All that the watching thread does: rounds, and the end.
    func watch() {
        monitor.patrol()
        let deadline = lock.withLock {
            if case .stopping(_, let deadline) = state { deadline } else { Instant.now }
        }
        stopping.store(true, ordering: .sequentiallyConsistent)
        for daemon in daemons { daemon.quiesce() }
        // Nobody else would answer who is let in at this moment.
        let isSucceeded = listeners.contains { $0.isHandedOver }
        let earliest = isSucceeded ? Instant.now + limits.welcome : .now
        if !monitor.drain(from: earliest, until: deadline) {
            givingUp.store(true, ordering: .sequentiallyConsistent)
            monitor.giveUp()
            _ = monitor.drain(until: .now + .seconds(2))
        }
        for daemon in daemons { daemon.stop() }
        Task { await workers.stop() }
        for continuation in close() { continuation.resume() }
    }

    private func close() -> [CheckedContinuation<Void, Never>] {
        lock.withLock {
            defer { state = .stopped }
            daemons = []
            for listener in listeners { listener.close() }
            guard case .stopping(let waiting, _) = state else { return [] }
            return waiting
        }
    }
}
