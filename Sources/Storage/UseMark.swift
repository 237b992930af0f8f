internal import SQLite

/// Tells whether a library was used since another look: all that counts for a backup goes into it.
package struct UseMark: Hashable, Sendable {
    /// How often something was changed, and taken back.
    let changes: [Int64]
    /// What was settled.
    let settings: String

    /// Whether nobody has ever answered or changed anything.
    package var isUnused: Bool { changes.allSatisfy { $0 == 0 } }
}

extension Reading where Self: ~Copyable {
    /// How much the library was used up to now.
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
