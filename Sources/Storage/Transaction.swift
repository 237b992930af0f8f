internal import Notes
package import SQLite

/// A transaction that can read a library; its extensions contain the queries, one file for each topic.
package protocol Reading: ~Copyable {
    var connection: Connection { get }
    var vocabulary: Vocabulary { get }
    var changes: ChangedRows.Position? { get }
    /// Only of readers of the open library itself.
    var knownOpenings: KnownOpenings? { get }
}

extension Reading where Self: ~Copyable {
    /// Returns the value of `read`, which a reader caches until the file changes; see `Connection.cached`.
    ///
    /// - Parameter name: Identifies the value in the whole program.
    package func cached<Value>(
        _ name: StaticString,
        _ read: () throws -> Value
    ) throws -> Value {
        try connection.cached(name, read)
    }
}

package struct Reader: Reading, ~Copyable {
    package let connection: Connection
    package let vocabulary: Vocabulary
    package let changes: ChangedRows.Position?
    /// Only of the open library itself.
    var studiedCards: StudiedCardCache? = nil
    var pastFigureCache: PastFigureCache? = nil
    package var knownOpenings: KnownOpenings? = nil

    /// Where the reader's snapshot is among the transactions; nil while the library is being written.
    ///
    /// Nothing was being written just now, so the snapshot and what another reader has cached, whichever is older, differ only by
    /// transactions that have ended.
    func settledPosition() throws -> ChangedRows.Position? {
        guard let changes else { return nil }
        // The snapshot begins here at the latest.
        _ = try connection.version()
        return changes.isAlone() ? changes : nil
    }
}

/// Readers of one snapshot of a library, each for one thread at a time.
package struct SharedReaders: Sendable {
    // Free of races because the caller uses each one on one thread at a time.
    nonisolated(unsafe) let connections: [Connection]
    let vocabulary: Vocabulary

    package var count: Int { connections.count }

    /// Reads with one of them, counted from 0.
    package func read<Result>(
        _ number: Int,
        _ body: (borrowing Reader) throws -> Result
    ) throws -> Result {
        try body(
            Reader(connection: connections[number], vocabulary: vocabulary, changes: nil)
        )
    }
}

package struct Writer: Reading, ~Copyable {
    package let connection: Connection
    package let vocabulary: Vocabulary
    /// A writer caches nothing.
    package var changes: ChangedRows.Position? { nil }
    package var knownOpenings: KnownOpenings? { nil }
    /// Nil if nobody syncs what is written.
    var sync: SyncContext? = nil
    let fileSwap = FileSwap()
    let changedLogs = ChangedLogs()
}

/// Holds the file that will replace the library when the transaction ends, if any.
final class FileSwap {
    var library: BTreeLibrary?
}

/// What a write transaction needs to say what it has changed.
final class SyncContext: Sendable {
    let changes: ChangedFacts
    /// Names the file: a copy has another one.
    let home: String
    let random: RandomSource
    let opened: OpenedReplica
    let latest: LatestStamps

    init(
        changes: ChangedFacts,
        home: String,
        random: RandomSource,
        opened: OpenedReplica,
        latest: LatestStamps
    ) {
        self.changes = changes
        self.home = home
        self.random = random
        self.opened = opened
        self.latest = latest
    }
}
