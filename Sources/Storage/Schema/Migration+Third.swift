extension Migration {
    /// Allows decks in the bin, like notes, and stores the first field of notes.
    ///
    /// `prompt` is the trimmed and case-folded text of a note's first field, which finds duplicates.
    static let third = Migration(
        name: "decks in the bin",
        sql: """
            ALTER TABLE deck ADD COLUMN binned INTEGER;
            ALTER TABLE note ADD COLUMN prompt TEXT NOT NULL DEFAULT '';

            UPDATE note
            SET prompt = coalesce((
                SELECT lower(trim(json_extract(value, '$.text')))
                FROM json_each(note.fields)
                ORDER BY CAST(key AS INTEGER), key
                LIMIT 1
            ), '');

            CREATE INDEX note_by_prompt ON note (prompt) WHERE binned IS NULL;
            CREATE INDEX note_by_deck ON note (deck);
            """
    )
}
