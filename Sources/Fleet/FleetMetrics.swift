internal import Threads

/// What a node has counted since it started.
package final class FleetMetrics: Sendable {
    package struct Counts: Sendable {
        package var answers = 0
        package var commits = 0
        package var refusedCommits = 0
        package var slots = 0
        package var claims = 0
        package var snapshots = 0
        package var forwarded = 0
        /// Transactions that wait for PostgreSQL.
        package var waiting = 0
        package var commitSeconds = 0.0
    }

    private let counts = Locked(Counts())

    package init() {}

    package var current: Counts { counts.withLock { $0 } }

    package func count(_ change: (inout Counts) -> Void) { counts.withLock { change(&$0) } }
}
