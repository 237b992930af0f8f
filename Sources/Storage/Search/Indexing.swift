internal import SQLite

// A large import can be studied before it is indexed for searching. The indexes listed here, and then the words of the
// notes, are built afterwards, each part in its own transaction. A search that comes earlier scans what is not yet indexed.

/// What searches can rely on at the moment.
struct IndexingState {
    /// Whether some indexes of the tables are yet to be built.
    var lacksIndexes: Bool
    /// Whether some notes are not in the full-text index as they are now: those listed in `note_search_change`.
    var hasUnindexedNotes: Bool

    var isComplete: Bool { !lacksIndexes && !hasUnindexedNotes }
}

extension Connection {
    func indexingState() throws -> IndexingState {
        try cached("indexing state") {
            try row(
                """
                SELECT EXISTS (SELECT 1 FROM index_to_make),
                    EXISTS (SELECT 1 FROM note_search_change)
                """
            ) { IndexingState(lacksIndexes: $0.bool(0), hasUnindexedNotes: $0.bool(1)) }
                ?? IndexingState(lacksIndexes: false, hasUnindexedNotes: false)
        }
    }
}

extension Writer {
    /// Builds everything that searches use.
    func finishIndexing() throws {
        while try !connection.indexingState().isComplete { try indexNextPart() }
    }

    /// Builds one index or indexes some thousand notes, in a second or two at most.
    func indexNextPart() throws {
        if try !buildNextIndex() { _ = try indexNotes() }
    }

    /// The indexes used only by searches and by the page of a deck.
    ///
    /// Dealing, recording, undoing and deleting would scan whole tables without the others.
    static let searchIndexes: Set<String> = [
        "card_by_difficulty", "card_by_flag", "card_by_interval", "card_by_lapses", "card_by_note",
        "card_by_reviews", "card_by_stability", "card_by_stage", "card_by_suspension", "card_reset",
        "event_by_moment", "event_failed",
        "note_by_changed", "note_by_moment", "note_by_suspension", "note_by_word_type",
        "note_in_order", "note_out_of_order", "note_unasked",
    ]

    /// Defers building an index.
    ///
    /// - Parameter sql: the statement that creates it.
    func deferIndex(_ sql: String) throws {
        try connection.run(
            """
            INSERT INTO index_to_make (sql)
            VALUES (:sql)
            """,
            ["sql": sql]
        )
    }

    /// Defers building all search indexes that the schema has now.
    func deferSearchIndexes() throws {
        let indexes = try connection.rows(
            """
            SELECT name, sql
            FROM sqlite_schema
            WHERE type = 'index'
            """
        ) { (name: $0.text(0), sql: $0.text(1)) }
        for (name, sql) in indexes where Self.searchIndexes.contains(name) { try deferIndex(sql) }
    }

    /// Removes all that only searches use, to be built again later.
    func dropSearchIndex() throws {
        try deferSearchIndexes()
        for index in Self.searchIndexes.sorted() {
            try connection.execute(script: "DROP INDEX IF EXISTS \(index)")
        }
        try connection.execute(
            script: """
                INSERT INTO note_search (note_search) VALUES ('delete-all');
                DELETE FROM word;
                DELETE FROM note_search_change;
                INSERT INTO note_search_change (note, indexed)
                SELECT id, NULL
                FROM searched_note;
                """
        )
    }

    /// Builds a deferred index; false if there is none.
    func buildNextIndex() throws -> Bool {
        let next = try connection.row(
            """
            SELECT id, sql
            FROM index_to_make
            ORDER BY id
            LIMIT 1
            """
        ) { (id: $0.int64(0), sql: $0.text(1)) }
        guard let next else { return false }
        // NB: A library may come from anybody, so this table must not be able to run any other SQL.
        guard next.sql.hasPrefix("CREATE INDEX "), !next.sql.contains(";") else {
            throw StorageError.unreadable("index_to_make", "sql")
        }
        try connection.execute(script: next.sql)
        try connection.run(
            """
            DELETE FROM index_to_make
            WHERE id = :id
            """,
            ["id": next.id]
        )
        return true
    }
}
