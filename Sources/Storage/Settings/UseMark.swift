internal import SQLite

/// Tells whether a library has changed in a way that matters to a backup.
package struct UseMark: Hashable, Sendable {
    /// How many changes were made and undone.
    let changes: [Int64]
    let settings: String

    package var isUnused: Bool { changes.allSatisfy { $0 == 0 } }
}

extension Reading where Self: ~Copyable {
    package func useMark() throws -> UseMark {
        let changes = try connection.row(
            """
            SELECT (SELECT coalesce(max(id), 0) FROM journal),
                (SELECT count(*) FROM journal WHERE undone IS NOT NULL),
                (SELECT count(*) FROM event),
                (SELECT count(*) FROM media)
            """
        ) { row in (0..<4).map { row.int64($0) } }
        let settings = try connection.rows(
            """
            SELECT key, value
            FROM setting
            ORDER BY key
            """
        ) { "\($0.text(0))=\($0.text(1))" }
        return UseMark(changes: changes ?? [], settings: settings.joined(separator: "\n"))
    }
}
