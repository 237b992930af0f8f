public import Notes
internal import SQLite

extension Reading where Self: ~Copyable {
    /// Notes outside the bin, newest first, from the one after `after` on; with a text those that hold it somewhere.
    public func notes(holding text: String, after: NoteID?, limit: Int) throws -> [NoteID] {
        let last = after ?? NoteID(rawValue: .max)
        guard !text.isEmpty else {
            return try connection.rows(
                """
                SELECT id
                FROM note
                WHERE id < :last
                AND binned IS NULL
                ORDER BY id DESC
                LIMIT :limit
                """,
                ["last": last, "limit": limit]
            ) { $0.id(0) }
        }
        return try connection.rows(
            """
            SELECT id
            FROM note
            WHERE id < :last
            AND binned IS NULL
            AND (instr(lower(fields), lower(:text)) > 0 OR instr(prompt, :folded) > 0)
            ORDER BY id DESC
            LIMIT :limit
            """,
            [
                "last": last, "text": text, "folded": Note.promptKey(of: text), "limit": limit,
            ]
        ) { $0.id(0) }
    }

    /// The notes in the bin, the latest first, from the one after `after` on.
    public func binnedNotes(after: NoteID?, limit: Int) throws -> [NoteID] {
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
