internal import Notes
internal import SQLite

extension Writer {
    /// Lets the index follow the notes that this transaction changed, of which triggers kept account.
    ///
    /// Words are gathered first and entered once each, in their order: notes that come together share most of theirs.
    func refreshIndex() throws {
        var isStale = false
        var words: Set<IndexedWord> = []
        let isMany =
            try connection.row(
                """
                SELECT 1
                FROM note_search_change
                LIMIT 1
                OFFSET 500
                """
            ) { _ in true } == true
        // With room for all of them the index sorts its tokens once, and not a megabyte at a time.
        if isMany { try setIndexRoom(64 << 20) }
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
            guard !row.isNull(2) else { return }
            let cut = CutTexts(row.bytes(2)) { words.insert(IndexedWord(bytes: $0)) }
            try connection.run(
                """
                INSERT INTO note_search (rowid, fields)
                VALUES (:note, :fields)
                """,
                ["note": note, "fields": cut.bytes]
            )
            if words.count >= Self.mostWords { try enter(&words) }
        }
        try enter(&words)
        if isMany { try setIndexRoom(Self.usualIndexRoom) }
        // NB: Emptying an empty table would write a page all the same, with every answer that is recorded.
        if isStale { try connection.run("DELETE FROM note_search_change") }
    }

    /// As many words are gathered at most.
    static let mostWords = 200_000

    func enter(_ words: inout Set<IndexedWord>) throws {
        for word in words.sorted() {
            try connection.run(
                """
                INSERT OR IGNORE INTO word (word)
                VALUES (:word)
                """,
                ["word": String(decoding: word.bytes, as: UTF8.self)]
            )
        }
        words.removeAll(keepingCapacity: true)
    }

    static let usualIndexRoom = 1 << 20

    /// How many bytes of tokens the index holds before it sorts them and writes them down.
    func setIndexRoom(_ bytes: Int) throws {
        try connection.run(
            """
            INSERT INTO note_search (note_search, rank)
            VALUES ('hashsize', :bytes)
            """,
            ["bytes": bytes]
        )
    }
}
