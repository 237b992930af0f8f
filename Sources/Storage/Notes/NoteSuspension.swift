package import Notes
internal import SQLite

extension Reading where Self: ~Copyable {
    /// Whether a note's cards without rows are suspended.
    package func isSuspended(_ note: NoteID) throws -> Bool {
        try connection.row(
            """
            SELECT is_suspended
            FROM note
            WHERE id = :note
            """,
            ["note": note]
        ) { $0.bool(0) } ?? false
    }

    /// The notes of a list whose cards without rows are, or are not, suspended, by ID.
    package func notes(_ notes: [NoteID], thatAreSuspended isSuspended: Bool) throws -> [NoteID] {
        try connection.rows(
            """
            SELECT id
            FROM note
            WHERE id IN (SELECT value FROM json_each(:notes))
            AND is_suspended = :is_suspended
            ORDER BY id
            """,
            ["notes": jsonArray(of: notes), "is_suspended": isSuspended]
        ) { $0.id(0) }
    }
}

extension Writer {
    /// Suspends or unsuspends a note's cards without rows; throws `ConflictError` if that is already the case.
    func suspend(_ note: NoteID, from before: Bool, to after: Bool) throws {
        let count = try connection.run(
            """
            UPDATE note
            SET is_suspended = :after
            WHERE id = :note
            AND is_suspended = :before
            """,
            ["note": note, "before": before, "after": after]
        )
        guard count == 1 else { throw ConflictError.changed }
    }
}
