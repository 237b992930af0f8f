internal import Glibc
internal import Threads

/// Monitors all connections from one thread: it closes those of slow clients, cancels the requests of clients that have
/// disconnected, and closes everything when the server stops.
///
/// `@unchecked Sendable`: `lock` protects everything that changes.
final class ConnectionMonitor: @unchecked Sendable {
    private let limits: Limits
    private let lock = Lock()
    private let wake: Condition
    // Everything below is guarded by `lock`.
    private var connections: [ObjectIdentifier: Connection] = [:]
    private var lingering: [LingeringClose] = []
    private var isStopping = false

    init(_ limits: Limits) {
        self.limits = limits
        wake = Condition(of: lock)
    }

    func register(_ connection: Connection) {
        lock.withLock {
            connections[ObjectIdentifier(connection)] = connection
            // The monitor sleeps while there are no connections.
            if connections.count == 1 { wake.signal() }
        }
    }

    /// Removes a connection that is about to be closed.
    func remove(_ connection: Connection) {
        let last = connection.isRefused ? LingeringClose(connection.socket, now: .now) : nil
        lock.withLock {
            connections[ObjectIdentifier(connection)] = nil
            if let last, lingering.count < 256 { lingering.append(last) }
            if isStopping, connections.isEmpty { wake.signal() }
        }
    }

    /// Ends `run()`.
    func stop() {
        lock.withLock {
            isStopping = true
            wake.signal()
        }
    }

    /// Checks the connections regularly until `stop()`.
    func run() {
        while waitForNextCheck() { check() }
    }

    /// Waits until all connections are closed or the deadline has passed, and closes those that are idle.
    ///
    /// A client that has just connected has a moment to send its request.
    ///
    /// - Parameter earliest: Before it, connections may be accepted that are not registered yet.
    /// - Returns: Whether all connections are closed.
    func drain(from earliest: Instant = .now, until deadline: Instant) -> Bool {
        while true {
            for connection in all { connection.cancelStream() }
            let isOver: Bool? = lock.withLock {
                let now = Instant.now
                if connections.isEmpty, now >= earliest { return true }
                if now >= deadline { return false }
                var next = now + limits.checkInterval
                if earliest > now { next = min(next, earliest) }
                for connection in connections.values where connection.isIdle {
                    let end = connection.accepted + limits.firstRequest
                    if end <= now { connection.shutDown() } else { next = min(next, end) }
                }
                wake.wait(until: min(deadline, next))
                return nil
            }
            if let isOver { return isOver }
            check()
        }
    }

    /// Answers the remaining requests with 503, and shuts all sockets down.
    func giveUp() {
        for connection in all { connection.giveUp() }
        lock.withLock {
            for connection in connections.values { connection.shutDown() }
        }
    }

    private var all: [Connection] { lock.withLock { Array(connections.values) } }

    /// Returns false when there will be no further check.
    private func waitForNextCheck() -> Bool {
        lock.withLock {
            while !isStopping, connections.isEmpty, lingering.isEmpty { wake.wait() }
            let next = Instant.now + limits.checkInterval
            while !isStopping, Instant.now < next { wake.wait(until: next) }
            return !isStopping
        }
    }

    private func check() {
        let gone = lock.withLock {
            let now = Instant.now
            lingering.removeAll { $0.isOver(at: now) }
            var unwatched: [Connection] = []
            for connection in connections.values {
                if connection.isLate(at: now) { connection.shutDown() }
                if connection.isUnwatched { unwatched.append(connection) }
            }
            return Self.disconnected(among: unwatched)
        }
        for connection in gone { connection.cancel() }
    }

    /// The connections whose client has closed its end.
    private static func disconnected(among connections: [Connection]) -> [Connection] {
        guard !connections.isEmpty else { return [] }
        var states = connections.map { pollfd(fd: $0.socket, events: Int16(pollrdhup), revents: 0) }
        guard poll(&states, nfds_t(states.count), 0) > 0 else { return [] }
        return zip(connections, states).compactMap { $1.revents == 0 ? nil : $0 }
    }

    // POLLRDHUP, which the C headers define for GNU programs only.
    private static let pollrdhup = 0x2000
}
