package import Notes
internal import SQLite

extension Reading where Self: ~Copyable {
    /// The notes in the bin after a certain one, latest first.
    package func binnedNotes(after: NoteID?, limit: Int) throws -> [NoteID] {
        try connection.rows(
            """
            SELECT id
            FROM note
            WHERE binned IS NOT NULL
            AND (:after IS NULL OR (binned, id) < (SELECT binned, id FROM note WHERE id = :after))
            ORDER BY binned DESC, id DESC
            LIMIT :limit
            """,
            ["after": after, "limit": limit]
        ) { $0.id(0) }
    }
}
