/// How long a node may read and write its libraries without asking.
///
/// A lease is one row that its node renews each second. It is valid for four seconds from before the renewal was sent, by a clock that
/// nobody can set and that goes on while the machine sleeps. Others watch the row by their own clocks: one that has not
/// changed for five seconds has no valid lease, whatever its node believes, and is marked as dead, so that it cannot
/// be renewed any more.
package struct Lease: Hashable, Sendable {
    package static let length = Duration.seconds(4)
    package static let pause = Duration.seconds(1)
    /// How soon a renewal is tried again that PostgreSQL has not acknowledged.
    static let pauseAfterFailure = Duration.milliseconds(300)
    /// When others may take what a node held, after they have seen its row change last.
    package static let patience = Duration.seconds(5)

    /// The row as it was acknowledged last.
    package private(set) var row: NodeRow
    private var until = BootTime.never

    package init(_ row: NodeRow) { self.row = row }

    package func isValid(at now: BootTime) -> Bool { now < until }

    /// When to renew it again: soon where the last renewal was not acknowledged.
    func nextPause(at now: BootTime) -> Duration {
        now + Self.length < until + Self.pause ? Self.pause : Self.pauseAfterFailure
    }

    /// How many seconds are left.
    package func rest(at now: BootTime) -> Double { until.seconds(after: now) }

    /// The row that the next renewal writes.
    package var renewed: NodeRow {
        var row = row
        row.beat += 1
        return row
    }

    /// Extends the lease by a renewal that was acknowledged.
    package mutating func acknowledge(_ row: NodeRow, sentAt moment: BootTime) {
        self.row = row
        until = max(until, moment + Self.length)
    }

    /// Takes over a row of this process that somebody else has changed, because it may be renewed all the same.
    package mutating func adopt(_ row: NodeRow) { self.row = row }

    package mutating func end() { until = .never }
}

/// What one node sees of the others.
package struct NodeWatch: Sendable {
    private struct Seen {
        var row: NodeRow
        /// When it was seen to change last.
        var changed: BootTime
    }

    private var seen: [String: Seen] = [:]

    package init() {}

    package mutating func look(at rows: [NodeRow], at now: BootTime) {
        var next: [String: Seen] = [:]
        for row in rows {
            let before = seen[row.name]
            let isSame = before?.row.process == row.process && before?.row.beat == row.beat
            next[row.name] = Seen(row: row, changed: isSame ? before?.changed ?? now : now)
        }
        seen = next
    }

    package func row(of name: String) -> NodeRow? { seen[name]?.row }

    /// Whether a node may have a valid lease.
    package func mayLive(_ name: String, at now: BootTime) -> Bool {
        guard let node = seen[name], !node.row.process.isEmpty else { return false }
        return now < node.changed + Lease.patience
    }

    /// The live nodes that are not being drained.
    package func takers(at now: BootTime) -> [NodeRow] {
        seen.values.filter { !$0.row.isDraining && mayLive($0.row.name, at: now) }.map(\.row)
            .sorted { $0.name < $1.name }
    }

    package var rows: [NodeRow] { seen.values.map(\.row).sorted { $0.name < $1.name } }
}
