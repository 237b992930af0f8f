internal import SQLite

// Whether the search index matches the notes.

extension Writer {
    package func isIndexTrue() throws -> Bool {
        do {
            try finishIndexing()
            // 1 makes FTS5 compare the index with the notes, too.
            try connection.run(
                "INSERT INTO note_search (note_search, rank) VALUES ('integrity-check', 1)"
            )
        } catch let error as DatabaseError where .corrupt ~= error.code {
            return false
        }
        return try connection.row(
            """
            SELECT 1
            FROM searched_note, json_each(note_words(searched_note.fields)) AS known
            WHERE NOT EXISTS (SELECT 1 FROM word WHERE word.word = known.value)
            LIMIT 1
            """
        ) { _ in true } == nil
    }

    /// Rebuilds the search index and the table of all words.
    package func rebuildIndex() throws {
        try connection.run("INSERT INTO note_search (note_search) VALUES ('rebuild')")
        try connection.run(
            """
            INSERT OR IGNORE INTO word (word)
            SELECT json_each.value
            FROM searched_note, json_each(note_words(searched_note.fields))
            """
        )
        try connection.run("DELETE FROM note_search_change")
        try finishIndexing()
    }
}
