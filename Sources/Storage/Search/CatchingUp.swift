internal import SQLite

// What a great import brings can be studied before it can be searched. What only searches need is made afterwards, a part
// in each transaction: the indexes that are named here, then the words of the notes. Who searches earlier makes it first.

/// Says that something is behind that a search needs.
struct Behind: Error {}

extension Connection {
    /// Whether something that searches need is still to be made.
    func isBehind() throws -> Bool {
        try row(
            """
            SELECT EXISTS (SELECT 1 FROM index_to_make)
                OR EXISTS (SELECT 1 FROM note_search_change)
            """
        ) { $0.bool(0) } ?? false
    }
}

extension Reader {
    /// Ends this transaction where something is behind; it is begun again when all is made.
    package func catchUp() throws {
        guard try !connection.isBehind() else { throw Behind() }
    }
}

extension Writer {
    /// Makes all that searches need.
    package func catchUp() throws {
        while try connection.isBehind() { try makeNextPart() }
    }

    /// Makes a part of what searches need, in a second or two at most.
    func makeNextPart() throws {
        if try !makeNextIndex() { _ = try indexNotes() }
    }

    /// Indexes that nothing but searches reads, and of the home page the week.
    ///
    /// What deals, records, undoes or deletes would go through whole tables without its own.
    static let searchIndexes: Set<String> = [
        "card_by_difficulty", "card_by_flag", "card_by_interval", "card_by_lapses", "card_by_note",
        "card_by_reviews", "card_by_stability", "card_by_stage", "card_by_suspension",
        "event_by_moment", "event_failed",
        "note_by_changed", "note_by_moment", "note_by_word_type", "note_in_order",
        "note_out_of_order", "note_unasked",
    ]

    /// Leaves an index to be made later.
    ///
    /// - Parameter sql: What makes it.
    func leave(index sql: String) throws {
        try connection.run(
            """
            INSERT INTO index_to_make (sql)
            VALUES (:sql)
            """,
            ["sql": sql]
        )
    }

    /// Leaves all that are there to be made later.
    func leaveSearchIndexes() throws {
        let indexes = try connection.rows(
            """
            SELECT name, sql
            FROM sqlite_schema
            WHERE type = 'index'
            """
        ) { (name: $0.text(0), sql: $0.text(1)) }
        for (name, sql) in indexes where Self.searchIndexes.contains(name) { try leave(index: sql) }
    }

    /// Makes an index that was left; false where there is none.
    func makeNextIndex() throws -> Bool {
        let next = try connection.row(
            """
            SELECT id, sql
            FROM index_to_make
            ORDER BY id
            LIMIT 1
            """
        ) { (id: $0.int64(0), sql: $0.text(1)) }
        guard let next else { return false }
        // NB: A library may come from anybody, and what stands here is run.
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
