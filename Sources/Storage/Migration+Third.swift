extension Migration {
    /// Decks can lie in the bin, as notes can, and notes are known by what they ask first.
    ///
    /// `prompt` is the text of a note's first field, trimmed and case-folded: it finds what was written twice.
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
