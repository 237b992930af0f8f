internal import Notes
internal import SQLite

extension Writer {
    /// Lets the index follow the notes that this transaction changed, of which triggers kept account.
    func refreshIndex() throws {
        var isStale = false
        try connection.forEach(
            """
            SELECT change.note, change.indexed, note.fields
            FROM note_search_change AS change
            LEFT JOIN note ON note.id = change.note AND note.binned IS NULL
            """
        ) { row in
            isStale = true
            let note: NoteID = row.id(0)
            if let indexed = row.textOrNil(1) {
                try connection.run(
                    """
                    INSERT INTO note_search (note_search, rowid, fields)
                    VALUES ('delete', :note, :fields)
                    """,
                    ["note": note, "fields": indexed]
                )
            }
            guard let fields = row.textOrNil(2) else { return }
            try connection.run(
                """
                INSERT INTO note_search (rowid, fields)
                VALUES (:note, :fields)
                """,
                ["note": note, "fields": fields]
            )
            try connection.run(
                """
                INSERT OR IGNORE INTO word (word)
                SELECT value
                FROM json_each(note_words(:fields))
                """,
                ["fields": fields]
            )
        }
        // NB: Emptying an empty table would write a page all the same, with every answer that is recorded.
        if isStale { try connection.run("DELETE FROM note_search_change") }
    }
}
