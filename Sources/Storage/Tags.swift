public import Notes
internal import SQLite

extension Writer {
    /// Gives a note a tag, unless it has it in whatever case.
    public func add(_ tag: TagName, to note: NoteID) throws {
        try connection.run(
            """
            INSERT INTO note_tag (note, folded_tag, tag)
            VALUES (:note, :folded_tag, :tag)
            ON CONFLICT DO NOTHING
            """,
            ["note": note, "folded_tag": tag.key, "tag": tag.text]
        )
    }

    /// Takes a tag from a note.
    public func remove(_ tag: TagName, from note: NoteID) throws {
        try connection.run(
            """
            DELETE FROM note_tag
            WHERE note = :note
            AND folded_tag = :folded_tag
            """,
            ["note": note, "folded_tag": tag.key]
        )
    }
}
