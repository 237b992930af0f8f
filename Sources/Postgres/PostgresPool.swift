package import Threads

/// A few connections to PostgreSQL's primary, wherever it is.
package final class PostgresPool: Sendable {
    private struct State {
        var idle: [PostgresConnection] = []
        var usedCount = 0
        /// The host that was the primary last.
        var host = 0
    }

    private let address: PostgresAddress
    private let most: Int
    private let state = Locked(State())

    /// How long a statement may take.
    package static let patience = Duration.seconds(2)
    /// How long a host may take to accept a connection, where there are others.
    private static let patienceWithHost = Duration.milliseconds(700)

    package init(_ address: PostgresAddress, most: Int) {
        (self.address, self.most) = (address, most)
    }

    /// Runs a statement on a connection of its own, by itself a transaction.
    package func run(
        _ sql: String,
        _ values: [PostgresValue] = [],
        by deadline: Instant = .now + PostgresPool.patience
    ) throws(PostgresError) -> PostgresResult {
        try withConnection(by: deadline) { connection throws(PostgresError) in
            try connection.run(sql, values, by: deadline)
        }
    }

    /// Creates what is missing, also when several nodes do so at once.
    ///
    /// - Parameter sql: `CREATE … IF NOT EXISTS`, which PostgreSQL refuses while another one creates the same.
    package func create(_ sql: String) throws(PostgresError) {
        var tries = 0
        while true {
            do throws(PostgresError) {
                _ = try run(sql)
                return
            } catch {
                tries += 1
                guard case .refused(let code, _) = error, tries < 20,
                    ["23505", "40P01", "42710", "42P07", "XX000"].contains(code)
                else { throw error }
                Pause.wait(.milliseconds(50))
            }
        }
    }

    /// Runs `body` with a connection that nobody else uses.
    package func withConnection<Result>(
        by deadline: Instant = .now + PostgresPool.patience,
        _ body: (PostgresConnection) throws(PostgresError) -> Result
    ) throws(PostgresError) -> Result {
        let connection = try take(by: deadline)
        defer { give(connection) }
        return try body(connection)
    }

    /// A connection that nobody else uses until this is released.
    package final class Lease: Sendable {
        private let connection: PostgresConnection
        private let pool: PostgresPool

        fileprivate init(_ connection: PostgresConnection, _ pool: PostgresPool) {
            (self.connection, self.pool) = (connection, pool)
        }

        deinit { pool.give(connection) }

        package func run(
            _ sql: String,
            _ values: [PostgresValue] = [],
            by deadline: Instant
        ) throws(PostgresError) -> PostgresResult {
            try connection.run(sql, values, by: deadline)
        }
    }

    package func lease(by deadline: Instant) throws(PostgresError) -> Lease {
        Lease(try take(by: deadline), self)
    }

    private func take(by deadline: Instant) throws(PostgresError) -> PostgresConnection {
        let (isFree, idle) = state.withLock(when: { $0.usedCount < most }, orAt: deadline) {
            state in
            guard state.usedCount < most else { return (false, PostgresConnection?.none) }
            state.usedCount += 1
            return (true, state.idle.popLast())
        }
        guard isFree else { throw .unreachable("all connections are in use") }
        if let idle, idle.isUsable { return idle }
        do throws(PostgresError) {
            return try open(by: deadline)
        } catch {
            state.withLock { $0.usedCount -= 1 }
            throw error
        }
    }

    private func give(_ connection: PostgresConnection) {
        state.withLock { state in
            state.usedCount -= 1
            // Whether the server has ended it is seen when it is taken.
            if !connection.isLost { state.idle.append(connection) }
        }
    }

    /// Connects to the host that was the primary, else to the first other one that is.
    private func open(by deadline: Instant) throws(PostgresError) -> PostgresConnection {
        let first = state.withLock { $0.host }
        let count = address.hosts.count
        var failure = PostgresError.unreachable("there is no host")
        for offset in 0..<count {
            let index = (first + offset) % count
            let limit = count == 1 ? deadline : min(deadline, .now + Self.patienceWithHost)
            do throws(PostgresError) {
                let connection = try PostgresConnection.open(
                    address,
                    address.hosts[index],
                    by: limit
                )
                state.withLock { $0.host = index }
                return connection
            } catch {
                failure = error
            }
            guard .now < deadline else { break }
        }
        throw failure
    }
}
