internal import Glibc
internal import Threads

/// Monitors all connections from one thread: it closes those of slow clients, cancels the requests of clients that have
/// disconnected, and closes everything when the server stops.
final class ConnectionMonitor: Sendable {
    private struct State {
        var connections: [ObjectIdentifier: ClientConnection] = [:]
        /// Those that have lost their place to others, until libmicrohttpd has closed them.
        var leaving: Set<ObjectIdentifier> = []
        /// Connections that are accepted and not registered yet.
        var reserved = 0
        var lingering: [LingeringClose] = []

        /// All that count towards the limit.
        var count: Int { connections.count - leaving.count + reserved }

        var isEmpty: Bool { connections.isEmpty && lingering.isEmpty }

        var hasNoClients: Bool { connections.isEmpty && reserved == 0 }

        /// Whether there is a place for another connection.
        ///
        /// When all are taken, the network with the most connections loses the one that has waited longest for its client, so
        /// that nobody can keep others out, however many connections they open.
        mutating func makePlace(within limits: Limits) -> Bool {
            if count < limits.connections { return true }
            // Bounded, because these still take memory.
            guard leaving.count <= limits.connections / 8, let connection = mostDispensable else {
                return false
            }
            connection.shutDown()
            leaving.insert(ObjectIdentifier(connection))
            return true
        }

        private var mostDispensable: ClientConnection? {
            let staying = connections.values.filter { !leaving.contains(ObjectIdentifier($0)) }
            let counts = staying.reduce(into: [:]) { $0[$1.network, default: 0] += 1 }
            return staying.compactMap { connection in
                connection.wait.map { wait in
                    // Responses are cut off only where nothing else can be.
                    let rank = (
                        counts[connection.network] ?? 0, wait.isSending ? 0 : 1,
                        -wait.since.nanoseconds
                    )
                    return (connection, rank)
                }
            }.max { $0.1 < $1.1 }?.0
        }
    }

    private let limits: Limits
    private let state = Locked(State())
    /// Apart from `state`, so that a new connection does not end the wait for the next check.
    private let isStopping = Locked(false)

    init(_ limits: Limits) {
        self.limits = limits
    }

    /// Counts a client that has just connected, as soon as there is a place for it or the server stops.
    func reserve() {
        while !state.withLock({ $0.makePlace(within: limits) }), !isStopping.withLock({ $0 }) {
            // A connection may also become dispensable, which nothing announces.
            let next = Instant.now + .milliseconds(5)
            state.withLock(when: { $0.count < limits.connections }, orAt: next) { _ in }
        }
        state.withLock { $0.reserved += 1 }
    }

    /// A client that was counted is not served after all.
    func unreserve() {
        state.withLock { $0.reserved -= 1 }
    }

    /// Returns at an instant, or when the server stops.
    func pause(until instant: Instant) {
        isStopping.withLock(when: { $0 }, orAt: instant) { _ in }
    }

    /// Registers an accepted connection that was counted.
    func register(_ connection: ClientConnection) {
        state.withLock { state in
            state.reserved -= 1
            state.connections[ObjectIdentifier(connection)] = connection
        }
    }

    /// Removes a connection that is about to be closed.
    func remove(_ connection: ClientConnection) {
        let last = connection.isRefused ? LingeringClose(connection.socket, now: .now) : nil
        state.withLock { state in
            state.connections[ObjectIdentifier(connection)] = nil
            state.leaving.remove(ObjectIdentifier(connection))
            if let last, state.lingering.count < 256 { state.lingering.append(last) }
        }
    }

    /// Whether none of a daemon's clients is left; it must get no new ones.
    func hasNoClients(of daemon: Daemon) -> Bool {
        state.withLock { state in
            state.reserved == 0 && !state.connections.values.contains { $0.daemon === daemon }
        }
    }

    /// Ends `run()`.
    func stop() {
        isStopping.withLock { $0 = true }
        // Threads may be waiting for a connection or for the end of one.
        state.withLock { _ in }
    }

    /// Checks the connections regularly until `stop()`.
    func run() {
        while waitForNextCheck() { check() }
    }

    /// Waits until all connections are closed or the deadline has passed, and closes those that are idle.
    ///
    /// A client that has just connected has a moment to send its request.
    ///
    /// - Returns: Whether all connections are closed.
    func drain(until deadline: Instant) -> Bool {
        while true {
            for connection in all { connection.cancelStream() }
            let now = Instant.now
            var next = now + limits.checkInterval
            let isEmpty = state.withLock { state in
                for connection in state.connections.values where connection.isIdle {
                    let end = connection.accepted + limits.firstRequest
                    if end <= now { connection.shutDown() } else { next = min(next, end) }
                }
                return state.hasNoClients
            }
            if isEmpty { return true }
            if now >= deadline { return false }
            state.withLock(when: { $0.hasNoClients }, orAt: min(deadline, next)) { _ in }
            check()
        }
    }

    /// Answers the remaining requests with 503, and shuts all sockets down.
    func giveUp() {
        for connection in all { connection.giveUp() }
        state.withLock { state in
            for connection in state.connections.values { connection.shutDown() }
        }
    }

    private var all: [ClientConnection] { state.withLock { Array($0.connections.values) } }

    /// Returns false when there will be no further check.
    private func waitForNextCheck() -> Bool {
        state.withLock(when: { !$0.isEmpty || isStopping.withLock { $0 } }) { _ in }
        let next = Instant.now + limits.checkInterval
        return isStopping.withLock(when: { $0 }, orAt: next) { !$0 }
    }

    private func check() {
        let gone = state.withLock { state in
            let now = Instant.now
            state.lingering.removeAll { $0.isOver(at: now) }
            var unwatched: [ClientConnection] = []
            for connection in state.connections.values {
                if connection.isLate(at: now) { connection.shutDown() }
                if connection.isUnwatched { unwatched.append(connection) }
            }
            return Self.disconnected(among: unwatched)
        }
        for connection in gone { connection.cancel() }
    }

    private static func disconnected(among connections: [ClientConnection]) -> [ClientConnection] {
        guard !connections.isEmpty else { return [] }
        var states = connections.map { pollfd(fd: $0.socket, events: Int16(pollrdhup), revents: 0) }
        guard poll(&states, nfds_t(states.count), 0) > 0 else { return [] }
        return zip(connections, states).compactMap { $1.revents == 0 ? nil : $0 }
    }

    // POLLRDHUP, which the C headers define for GNU programs only.
    private static let pollrdhup = 0x2000
}
