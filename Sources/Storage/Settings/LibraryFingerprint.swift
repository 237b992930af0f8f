internal import SQLite

/// Shows whether a library has changed in a way that matters to a backup.
package struct LibraryFingerprint: Hashable, Sendable {
    /// Numbers that increase with the journal, the log and the media.
    let changes: [Int64]
    let settings: String

    package var isUnused: Bool { changes.allSatisfy { $0 == 0 } }

    /// Whether both libraries have the same changes, answers and media, though perhaps other settings.
    package func hasSameContent(as other: LibraryFingerprint) -> Bool { changes == other.changes }
}

extension Reading where Self: ~Copyable {
    package func fingerprint() throws -> LibraryFingerprint {
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
            WHERE key <> :clock
            ORDER BY key
            """,
            ["clock": SettingKey.clock]
        ) { "\($0.text(0))=\($0.text(1))" }
        return LibraryFingerprint(
            changes: changes ?? [],
            settings: settings.joined(separator: "\n")
        )
    }
}
