internal import SQLite

extension LaidLibrary {
    /// Takes what was added into the library itself, whose indexes of these tables and triggers on them are gone.
    func pour(into writer: borrowing Writer) throws {
        try layTables()
        try file.finish()
        try writer.connection.takeRows(of: ["note", "card", "event", "note_tag"], from: file)
    }

    /// Makes it whole: with the indexes that studying needs, and what the transaction has written besides.
    func finish(from library: Connection) throws {
        try takeNotes(of: library)
        try layTables()
        let hasTwins = try layEventsByID()
        let byRetracted = file.tree("event_by_retracted")
        try retractions.forEach { (_, _, row) throws(DatabaseError) in try byRetracted.add(row) }
        try byRetracted.finish()
        if !cardEntries.areTooMany { try cardEntries.lay(in: file) }
        try file.finish()

        let connection = try Connection(
            path: file.path,
            access: .copy,
            applicationID: 0,
            extensions: .search
        )
        try connection.transaction(.write) {
            try makeIndexes(on: connection, hasTwins: hasTwins)
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

    private func layTables() throws {
        let table = file.tree("note")
        let changes = file.tree("note_search_change")
        try notes.forEach { (id, isBinned, row) throws(DatabaseError) in
            try table.add(id, row)
            guard isBinned == 0 else { return }
            try changes.add(id) { row in
                row.bind(nil as Int64?)
                row.bind(nil as String?)
            }
        }
        let tagTable = file.tree("note_tag")
        try tags.forEach { (_, _, row) throws(DatabaseError) in try tagTable.add(row) }
        for tree in [table, changes, tagTable, cards, log] { try tree.finish() }
    }
}

extension LaidLibrary {
    /// Lays down which event has which id; whether two have the same.
    private func layEventsByID() throws -> Bool {
        let index = file.tree("event_by_id")
        var hasTwins = false
        var last: Int64?
        try eventsByID.forEach { (id, _, row) throws(DatabaseError) in
            hasTwins = hasTwins || id == last
            last = id
            try index.add(row)
        }
        try index.finish()
        return hasTwins
    }

    /// Fills the indexes that were not laid down, from what was.
    private func makeIndexes(on connection: Connection, hasTwins: Bool) throws {
        if hasTwins {
            let sql = try connection.row(
                "SELECT sql FROM sqlite_schema WHERE name = 'event_by_id'"
            ) { $0.text(0) }
            try connection.execute(script: "DROP INDEX event_by_id")
            let writer = Writer(connection: connection, vocabulary: Vocabulary())
            try writer.bringBack(sql ?? "", partingTwinsAfter: firstCard)
        }
        let indexes = try connection.rows(
            """
            SELECT name
            FROM sqlite_schema
            WHERE type = 'index'
            AND tbl_name IN ('note', 'card', 'event', 'note_tag')
            AND name NOT IN ('event_by_id', 'event_by_retracted')
            """
        ) { $0.text(0) }
        let laid = cardEntries.areTooMany ? [] : LaidCards.indexes
        for index in indexes where !laid.contains(index) {
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
