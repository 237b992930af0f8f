internal import Notes
internal import SQLite

extension Writer {
    /// Lets the index follow the notes that this transaction changed, of which triggers kept account.
    ///
    /// Where they are many they are left until somebody catches up.
    func refreshIndex() throws {
        if try !manyNotesChanged() { _ = try indexNotes() }
    }

    func manyNotesChanged() throws -> Bool {
        try connection.row(
            """
            SELECT 1
            FROM note_search_change
            LIMIT 1
            OFFSET 500
            """
        ) { _ in true } == true
    }

    /// Lets the index follow some thousand notes that were changed; false where there are none.
    ///
    /// Words are gathered first and entered once each, in their order: notes that come together share most of theirs.
    func indexNotes() throws -> Bool {
        var last: NoteID?
        var words: Set<IndexedWord> = []
        // With room for all of them the index sorts its tokens once, and not a megabyte at a time.
        let wantsRoom = try manyNotesChanged()
        if wantsRoom { try setIndexRoom(64 << 20) }
        try connection.forEach(
            """
            SELECT change.note, change.indexed, note.fields
            FROM note_search_change AS change
            LEFT JOIN note ON note.id = change.note AND note.binned IS NULL
            ORDER BY change.note
            LIMIT 10000
            """
        ) { row in
            let note: NoteID = row.id(0)
            last = note
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
        if wantsRoom { try setIndexRoom(1 << 20) }
        guard let last else { return false }
        try connection.run(
            """
            DELETE FROM note_search_change
            WHERE note <= :last
            """,
            ["last": last]
        )
        return true
    }

    /// Joins some of the parts in which the index was written; false where nothing is left.
    ///
    /// A search looks for each word in each part.
    ///
    /// - Parameter isFirst: whether all parts are to become one; else what was begun goes on.
    func joinIndex(isFirst: Bool) throws -> Bool {
        let before = connection.totalChanges
        try connection.run(
            """
            INSERT INTO note_search (note_search, rank)
            VALUES ('merge', :pages)
            """,
            ["pages": isFirst ? -Self.joinedPages : Self.joinedPages]
        )
        // Where there is nothing to do, this is the one change.
        return connection.totalChanges - before > 1
    }

    /// How many pages of four kilobytes are written at once.
    private static var joinedPages: Int { 2_000 }

    /// As many words are gathered at most.
    private static let mostWords = 200_000

    private func enter(_ words: inout Set<IndexedWord>) throws {
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

    /// How many bytes of tokens the index holds before it sorts them and writes them down.
    private func setIndexRoom(_ bytes: Int) throws {
        try connection.run(
            """
            INSERT INTO note_search (note_search, rank)
            VALUES ('hashsize', :bytes)
            """,
            ["bytes": bytes]
        )
    }
}

/// A word with its accents, told from others by its bytes at once.
private struct IndexedWord: Hashable, Comparable {
    let bytes: [UInt8]

    static func == (left: IndexedWord, right: IndexedWord) -> Bool {
        left.bytes.count == right.bytes.count && left.bytes.elementsEqual(right.bytes)
    }

    static func < (left: IndexedWord, right: IndexedWord) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }

    func hash(into hasher: inout Hasher) {
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}
