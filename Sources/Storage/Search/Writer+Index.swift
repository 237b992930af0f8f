internal import Notes
internal import SQLite

extension Writer {
    /// Indexes the notes that this transaction changed, as recorded by triggers.
    ///
    /// If they are many, they are left for later transactions; see `finishIndexing`.
    func refreshIndex() throws {
        if try !manyNotesChanged() { _ = try indexNotes() }
    }

    func manyNotesChanged() throws -> Bool {
        try connection.hasRow(
            """
            SELECT 1
            FROM note_search_change
            LIMIT 1
            OFFSET 500
            """
        )
    }

    /// Indexes up to 10,000 changed notes; false if there are none.
    ///
    /// Words are gathered first and inserted once each, in order, because neighbouring notes share most of theirs.
    func indexNotes() throws -> Bool {
        var last: NoteID?
        var words: Set<IndexedWord> = []
        // With enough memory for all tokens, the index sorts them once instead of once a megabyte.
        let isBulk = try manyNotesChanged()
        if isBulk { try setHashSize(64 << 20) }
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
            // Cached search results depend on whether the note is indexed.
            connection.reportChange(in: "note", note.rawValue)
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
            let texts = TokenizedTexts(row.bytes(2)) { words.insert(IndexedWord(bytes: $0)) }
            try connection.run(
                """
                INSERT INTO note_search (rowid, fields)
                VALUES (:note, :fields)
                """,
                ["note": note, "fields": texts.bytes]
            )
            if words.count >= Self.wordLimit { try insert(&words) }
        }
        try insert(&words)
        if isBulk { try setHashSize(1 << 20) }
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

    /// Merges some segments of the full-text index; false when nothing is left to merge.
    ///
    /// Fewer segments make searches faster, because a word is looked up in each of them.
    ///
    /// - Parameter isFirst: whether to start merging all segments into one; else a merge goes on.
    func mergeIndex(isFirst: Bool) throws -> Bool {
        let before = connection.totalChanges
        try connection.run(
            """
            INSERT INTO note_search (note_search, rank)
            VALUES ('merge', :pages)
            """,
            ["pages": isFirst ? -Self.mergedPages : Self.mergedPages]
        )
        // If there was nothing to merge, the statement itself is the only change.
        return connection.totalChanges - before > 1
    }

    /// How many pages of four kilobytes one call writes.
    private static var mergedPages: Int { 2_000 }

    private static let wordLimit = 200_000

    private func insert(_ words: inout Set<IndexedWord>) throws {
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

    /// Sets how many bytes of tokens the index collects before it sorts and writes them.
    private func setHashSize(_ bytes: Int) throws {
        try connection.run(
            """
            INSERT INTO note_search (note_search, rank)
            VALUES ('hashsize', :bytes)
            """,
            ["bytes": bytes]
        )
    }
}

/// A word with its accents, compared by bytes.
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
