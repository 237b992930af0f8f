internal import Notes
internal import SQLite
internal import Threads

extension BTreeLibrary {
    private static let tables = ["note", "note_tag", "card", "event"]

    /// Inserts the added rows into the library itself, whose indexes of these tables and triggers on them are dropped.
    func insertRows(into writer: borrowing Writer) throws {
        for tree in [cards, log] { try tree.finish() }
        _ = try writeNotes()
        try file.finish()
        let connection = writer.connection
        try connection.insertRows(
            of: "note",
            columns: ImportedNote.columns,
            from: file,
            where: SQL("true"),
            expecting: addedCounts.notes
        )
        try connection.insertRows(
            of: "card",
            columns: ImportedCard.columns,
            from: file,
            where: SQL("id > ?", lastOldCard),
            expecting: addedCounts.cards
        )
        try connection.insertRows(
            of: "event",
            columns: Event.columns,
            from: file,
            where: SQL("card > ?", lastOldCard),
            expecting: addedCounts.events
        )
        try connection.insertRows(
            of: "note_tag",
            columns: Self.tagColumns,
            from: file,
            where: SQL("true"),
            expecting: addedCounts.tags
        )
    }

    /// Completes the file with the rest of the library, as the transaction has left it, and verifies all of it.
    func finish(from library: Connection) throws {
        let counts = try rowCounts(of: library)
        try copyNotes(of: library)
        let written = try writeTables()
        try file.finish()

        let connection = try Connection(
            path: file.path,
            in: library.files,
            access: .copy,
            applicationID: 0,
            extensions: .search
        )
        try connection.transaction(.write) {
            try makeIndexes(on: connection, besides: written)
            try copyOtherTables(of: library, to: connection)
        }
        try connection.close()
        try BTreeFile.verify(
            path: file.path,
            in: library.files,
            rowCounts: counts,
            extensions: .search
        )
    }

    /// How many rows each table must have in the end.
    private func rowCounts(of library: Connection) throws -> [String: Int] {
        var counts: [String: Int] = [:]
        for table in try otherTables(of: library) + Self.tables {
            counts[table] = try library.rowCount(of: table)
        }
        guard counts["card"] == oldCounts.cards, counts["event"] == oldCounts.events else {
            throw BTreeFlaw("cards or events were added during a bulk import")
        }
        counts["note", default: 0] += addedCounts.notes
        counts["note_tag", default: 0] += addedCounts.tags
        counts["card", default: 0] += addedCounts.cards
        counts["event", default: 0] += addedCounts.events
        return counts
    }

    private func copyNotes(of library: Connection) throws {
        let select = SQL("SELECT") + SQL(columns: ImportedNote.columns + ["binned IS NOT NULL"])
        let isBinned = ImportedNote.columns.count
        try library.forEach(select + SQL("FROM note")) { note in
            try notes.add(note.int64(0), note.int64(Int32(isBinned))) {
                $0.bind(note, count: isBinned, withoutKey: true)
            }
        }
        let tagged = SQL("SELECT") + SQL(columns: Self.tagColumns)
        try library.forEach(tagged + SQL("FROM note_tag ORDER BY note, folded_tag")) { tag in
            try tags.add(tag.int64(0)) { $0.bind(tag) }
        }
    }

    /// Writes the tables that are not written yet, and as many indexes as possible; returns these.
    private func writeTables() throws -> Set<String> {
        for tree in [cards, log] { try tree.finish() }
        let written = try Self.inParallel([writeNotes] + writingIndexes(of: [log, cards]))
        return written.union(try Self.inParallel(writingIndexes(of: [noteTable, tagTable])))
    }

    /// Writes something and returns which indexes it wrote.
    private typealias Step = @Sendable () throws -> [String]

    private func writingIndexes(of trees: [BTreeWriter]) -> [Step] {
        trees.flatMap { tree in
            tree.indexes.map { index in
                { @Sendable in try tree.writeIndex(index) ? [index] : [] }
            }
        }
    }

    private static func inParallel(_ steps: [Step]) throws -> Set<String> {
        var written: Set<String> = []
        try OrderedParallelMap.run { put in
            for step in steps { try put(step) }
        } transform: { (_, step: Step) in
            try step()
        } consume: { indexes in
            written.formUnion(indexes)
        }
        return written
    }

    /// Writes notes and tags without their indexes.
    @Sendable
    private func writeNotes() throws -> [String] {
        let changes = file.tree("note_search_change", columns: ["note", "indexed"])
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

    /// Has SQLite fill the indexes that were not written.
    private func makeIndexes(on connection: Connection, besides written: Set<String>) throws {
        let byID = "event_by_id"
        if !written.contains(byID) {
            let sql = try connection.row(
                "SELECT sql FROM sqlite_schema WHERE name = :index",
                ["index": byID]
            ) { $0.text(0) }
            try connection.execute(script: "DROP INDEX \(byID)")
            let writer = Writer(connection: connection, vocabulary: Vocabulary())
            try writer.recreate(sql ?? "", separatingDuplicatesAfter: lastOldCard)
        }
        let indexes = try connection.rows(
            """
            SELECT name
            FROM sqlite_schema
            WHERE type = 'index'
            AND tbl_name IN ('note', 'card', 'event', 'note_tag')
            """
        ) { $0.text(0) }
        for index in indexes where index != byID && !written.contains(index) {
            try connection.execute(script: "REINDEX \"\(index)\"")
        }
    }

    private func otherTables(of library: Connection) throws -> [String] {
        try library.rows(
            """
            SELECT name
            FROM pragma_table_list
            WHERE schema = 'main'
            AND type = 'table'
            AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
            AND name NOT IN ('note', 'card', 'event', 'note_tag', 'note_search_change')
            """
        ) { $0.text(0) }
    }

    /// Copies the tables that the b-tree writer does not write, and what SQLite keeps about the file.
    private func copyOtherTables(of library: Connection, to connection: Connection) throws {
        for table in try otherTables(of: library) {
            try library.copyRows(of: table, to: connection)
        }
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
