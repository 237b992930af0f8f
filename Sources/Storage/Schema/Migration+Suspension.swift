extension Migration {
    /// Suspends cards without rows through their note, and indexes recent failures.
    static let suspension = Migration(
        name: "suspension",
        sql: """
            -- Whether its cards without rows are suspended: pairs that a new choice of languages or a new language adds,
            -- and templates that are added to its type. Cards with rows have a column of their own.
            ALTER TABLE note ADD COLUMN is_suspended INTEGER NOT NULL DEFAULT 0;

            CREATE TRIGGER note_suspended AFTER UPDATE OF is_suspended ON note
            WHEN old.is_suspended <> new.is_suspended
            BEGIN
                UPDATE note
                SET has_new = 2
                WHERE id = new.id;
            END;

            -- Few answers are 'again', and no other grade is searched for as often.
            CREATE INDEX event_failed ON event (moment, kind, grade)
            WHERE kind = 0 AND grade = 1;
            """
    )
}
