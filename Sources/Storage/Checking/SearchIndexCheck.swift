internal import SQLite

extension Writer {
    /// Whether the search index and the table of all words match the notes.
    package func isSearchIndexValid() throws -> Bool {
        do {
            try finishIndexing()
            // A rank of 1 makes FTS5 compare the index with the notes as well.
            try connection.run(
                "INSERT INTO note_search (note_search, rank) VALUES ('integrity-check', 1)"
            )
        } catch let error as DatabaseError where .corrupt ~= error.code {
            return false
        }
        return try !connection.hasRow(
            """
            SELECT 1
            FROM searched_note, json_each(note_words(searched_note.fields)) AS known
            WHERE NOT EXISTS (SELECT 1 FROM word WHERE word.word = known.value)
            LIMIT 1
            """
        )
    }

    /// Rebuilds the search index and the table of all words.
    package func rebuildSearchIndex() throws {
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
