internal import Glibc
internal import Threads

/// Watches over the connections from a thread of its own: slow clients, vanished ones, and the end of the server.
final class ConnectionMonitor: Sendable {
    private let limits: Limits
    private let lock = Lock()
    private let wake: Condition
    // Free of races because they are used only while `lock` is held.
    private nonisolated(unsafe) var connections: [ObjectIdentifier: Connection] = [:]
    private nonisolated(unsafe) var lingering: [LingeringClose] = []
    private nonisolated(unsafe) var isStopping = false

    init(_ limits: Limits) {
        self.limits = limits
        wake = Condition(of: lock)
    }

    func register(_ connection: Connection) {
        lock.withLock {
            connections[ObjectIdentifier(connection)] = connection
            // The monitor sleeps as long as there is nobody.
            if connections.count == 1 { wake.signal() }
        }
    }

    /// Forgets a connection that is about to be closed.
    func remove(_ connection: Connection) {
        let last = connection.isRefused ? LingeringClose(connection.socket, now: .now) : nil
        lock.withLock {
            connections[ObjectIdentifier(connection)] = nil
            if let last, lingering.count < 256 { lingering.append(last) }
            if isStopping, connections.isEmpty { wake.signal() }
        }
    }

    /// Tells the patrol to come to its end.
    func stop() {
        lock.withLock {
            isStopping = true
            wake.signal()
        }
    }

    /// Goes round until it is told to stop.
    func patrol() {
        while rest() { round() }
    }

    /// Waits until all connections are closed or the time is up, and closes those on which nothing happens.
    ///
    /// Who was only just let in has a moment to say what it wants.
    ///
    /// - Parameter earliest: Before it somebody may come whom a thread has let in and not told of yet.
    /// - Returns: whether all are closed.
    func drain(from earliest: Instant = .now, until deadline: Instant) -> Bool {
        while true {
            for connection in all { connection.hurry() }
            let isOver: Bool? = lock.withLock {
                let now = Instant.now
                if connections.isEmpty, now >= earliest { return true }
                if now >= deadline { return false }
                var next = now + limits.patrol
                if earliest > now { next = min(next, earliest) }
                for connection in connections.values where connection.isIdle {
                    let end = connection.taken + limits.welcome
                    if end <= now { connection.breakOff() } else { next = min(next, end) }
                }
                wake.wait(until: min(deadline, next))
                return nil
            }
            if let isOver { return isOver }
            round()
        }
    }

    /// Answers and breaks off what is still in hand.
    func giveUp() {
        for connection in all { connection.giveUp() }
        lock.withLock {
            for connection in connections.values { connection.breakOff() }
        }
    }

    private var all: [Connection] { lock.withLock { Array(connections.values) } }

    /// Rests until the next round; false when there will be none.
    private func rest() -> Bool {
        lock.withLock {
            while !isStopping, connections.isEmpty, lingering.isEmpty { wake.wait() }
            let next = Instant.now + limits.patrol
            while !isStopping, Instant.now < next { wake.wait(until: next) }
            return !isStopping
        }
    }

    private func round() {
        let gone = lock.withLock {
            let now = Instant.now
            lingering.removeAll { $0.isOver(at: now) }
            var unwatched: [Connection] = []
            for connection in connections.values {
                if connection.isLate(at: now) { connection.breakOff() }
                if connection.isUnwatched { unwatched.append(connection) }
            }
            return Self.vanished(of: unwatched)
        }
        for connection in gone { connection.abandon() }
    }

    /// Those whose client has closed its end.
    private static func vanished(of connections: [Connection]) -> [Connection] {
        guard !connections.isEmpty else { return [] }
        var states = connections.map { pollfd(fd: $0.socket, events: Int16(pollrdhup), revents: 0) }
        guard poll(&states, nfds_t(states.count), 0) > 0 else { return [] }
        return zip(connections, states).compactMap { $1.revents == 0 ? nil : $0 }
    }

    // POLLRDHUP, which the headers show to GNU programs only.
    private static let pollrdhup = 0x2000
}
