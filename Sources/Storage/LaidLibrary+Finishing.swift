internal import SQLite
internal import Threads

extension LaidLibrary {
    /// Takes what was added into the library itself, whose indexes of these tables and triggers on them are gone.
    func pour(into writer: borrowing Writer) throws {
        for tree in [cards, log] { try tree.finish() }
        _ = try layNotes()
        try file.finish()
        try writer.connection.takeRows(of: ["note", "card", "event", "note_tag"], from: file)
    }

    /// Makes it whole: with the indexes that studying needs, and what the transaction has written besides.
    func finish(from library: Connection) throws {
        try takeNotes(of: library)
        let laid = try layTables()
        try file.finish()

        let connection = try Connection(
            path: file.path,
            access: .copy,
            applicationID: 0,
            extensions: .search
        )
        try connection.transaction(.write) {
            try makeIndexes(on: connection, besides: laid)
            try copyTheRest(of: library, to: connection)
        }
        try connection.close()
    }

    /// Takes the notes that were there, of which the transaction may have changed what follows from a deck or a type.
    private func takeNotes(of library: Connection) throws {
        try library.forEach("SELECT * FROM note") { note in
            let isBinned = !note.isNull(9)
            try notes.add(note.int64(0), isBinned ? 1 : 0) { $0.bind(note, from: 1) }
        }
        try library.forEach("SELECT * FROM note_tag ORDER BY note, folded_tag") { tag in
            try tags.add(tag.int64(0)) { $0.bind(tag) }
        }
    }

    /// Lays down what is left of the tables, and the indexes that can be, several at once; returns which.
    private func layTables() throws -> Set<String> {
        for tree in [cards, log] { try tree.finish() }
        let laid = try Self.atOnce([layNotes] + layingIndexes(of: [log, cards]))
        return laid.union(try Self.atOnce(layingIndexes(of: [noteTable, tagTable])))
    }

    /// Lays down some indexes, and returns which.
    private typealias Laying = @Sendable () throws -> [String]

    private func layingIndexes(of trees: [LaidTree]) -> [Laying] {
        trees.flatMap { tree in
            tree.indexes.map { index in { @Sendable in try tree.lay(index) ? [index] : [] } }
        }
    }

    private static func atOnce(_ pieces: [Laying]) throws -> Set<String> {
        var laid: Set<String> = []
        try OrderedParallelMap.run { put in
            for piece in pieces { try put(piece) }
        } transform: { (_, lay: Laying) in
            try lay()
        } consume: { indexes in
            laid.formUnion(indexes)
        }
        return laid
    }

    /// Lays down notes and tags, and none of their indexes yet.
    @Sendable
    private func layNotes() throws -> [String] {
        let changes = file.tree("note_search_change")
        try notes.forEach { (id, isBinned, row) throws(DatabaseError) in
            try noteTable.add(id, row)
            guard isBinned == 0 else { return }
            try changes.add(id) { row in
                row.bind(nil as Int64?)
                row.bind(nil as String?)
            }
        }
        try tags.forEach { (_, _, row) throws(DatabaseError) in try tagTable.add(row) }
        for tree in [noteTable, changes, tagTable] { try tree.finish() }
        return []
    }

    /// Fills the indexes that were not laid down, from what was.
    private func makeIndexes(on connection: Connection, besides laid: Set<String>) throws {
        let byID = "event_by_id"
        if !laid.contains(byID) {
            let sql = try connection.row(
                "SELECT sql FROM sqlite_schema WHERE name = :index",
                ["index": byID]
            ) { $0.text(0) }
            try connection.execute(script: "DROP INDEX \(byID)")
            let writer = Writer(connection: connection, vocabulary: Vocabulary())
            try writer.bringBack(sql ?? "", partingTwinsAfter: firstCard)
        }
        let indexes = try connection.rows(
            """
            SELECT name
            FROM sqlite_schema
            WHERE type = 'index'
            AND tbl_name IN ('note', 'card', 'event', 'note_tag')
            """
        ) { $0.text(0) }
        for index in indexes where index != byID && !laid.contains(index) {
            try connection.execute(script: "REINDEX \"\(index)\"")
        }
    }

    /// Copies what was not laid down, as the transaction has left it.
    private func copyTheRest(of library: Connection, to connection: Connection) throws {
        let tables = try library.rows(
            """
            SELECT name
            FROM pragma_table_list
            WHERE schema = 'main'
            AND type = 'table'
            AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
            AND name NOT IN ('note', 'card', 'event', 'note_tag', 'note_search_change')
            """
        ) { $0.text(0) }
        for table in tables { try library.copyRows(of: table, to: connection) }
        try connection.run("DELETE FROM sqlite_sequence")
        try library.copyRows(of: "sqlite_sequence", to: connection)
        try connection.run("DELETE FROM sqlite_sequence WHERE name = 'card'")
        try connection.run(
            """
            INSERT INTO sqlite_sequence (name, seq)
            VALUES ('card', :last)
            """,
            ["last": lastCard]
        )
        let version = try library.row("PRAGMA user_version") { $0.int(0) } ?? 0
        try connection.execute(
            script: """
                PRAGMA user_version = \(version);
                PRAGMA application_id = \(Database.applicationID);
                """
        )
    }
}
