internal import Notes
internal import SQLite
internal import Threads

extension BTreeLibrary {
    private static let tables = ["note", "note_tag", "card", "event", "event_origin", "fact"]

    /// Without it, events with the ID of another one got a new ID.
    private static let indexOfIDs = "event_by_id"

    /// Inserts the added rows into the library itself, whose indexes of these tables and triggers on them are dropped.
    func insertRows(into writer: borrowing Writer) throws {
        for tree in [cards, log] { try tree.finish() }
        _ = try writeNotes()
        try file.finish()
        let tables: [(StaticString, columns: [StaticString], condition: SQL, count: Int)] = [
            ("note", ImportedNote.columns, SQL("true"), addedCounts.notes),
            ("card", ImportedCard.columns, SQL("id > ?", lastOldCard), addedCounts.cards),
            ("event", Event.columns, SQL("card > ?", lastOldCard), addedCounts.events),
            ("note_tag", Self.tagColumns, SQL("true"), addedCounts.tags),
        ]
        for (table, columns, condition, count) in tables {
            try writer.connection.insertRows(
                of: table,
                columns: columns,
                from: file,
                where: condition,
                expecting: count
            )
        }
    }

    /// Completes the file with the rest of the library in the state of the transaction, and verifies the whole file.
    ///
    /// - Parameter stamps: Those of the facts about what the import adds.
    func finish(from library: Connection, _ stamps: OwnStamps) throws {
        try removeFactsOfAddedNotes(from: library)
        let counts = try rowCounts(of: library)
        try copyNotes(of: library)
        // Events come after the notes that they are of.
        var eventStamps = stamps
        eventStamps.skip(addedNotes.count)
        let origins = try origins(of: library, eventStamps)
        let written = try writeTables(besides: [origins, facts(of: library, stamps)])
        try file.finish()

        let connection = try Connection(
            path: file.path,
            in: library.files,
            access: .copy,
            applicationID: 0,
            extensions: .search
        )
        try connection.transaction(.write) {
            try fillIndexes(on: connection, except: written)
            try copyOtherTables(of: library, to: connection)
            if !written.contains(Self.indexOfIDs) {
                try Writer.rewriteOrigins(ofEventsAfter: lastOldCard, eventStamps, on: connection)
            }
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
        counts["fact", default: 0] += addedNotes.count
        counts["event_origin", default: 0] += addedCounts.events
        return counts
    }

    /// Removes what is known of deleted notes that the import adds again, in the transaction that is rolled back afterwards.
    private func removeFactsOfAddedNotes(from library: Connection) throws {
        let deleted = try library.rows(
            """
            SELECT DISTINCT object
            FROM fact
            WHERE kind = 'note'
            AND object NOT IN (SELECT id FROM note)
            """
        ) { NoteID(rawValue: $0.int64(0)) }
        let added = Set(addedNotes)
        for note in deleted where added.contains(note) {
            try library.run(
                "DELETE FROM fact WHERE kind = 'note' AND object = :note",
                ["note": note]
            )
        }
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

    /// Writes where events come from: the added ones after those that the library's own replica has written before.
    private func origins(of library: Connection, _ stamps: OwnStamps) throws -> Step {
        let columns: [StaticString] = ["replica", "sequence", "event", "clock"]
        let known = try library.rows(
            "SELECT replica, sequence, event, clock FROM event_origin ORDER BY replica, sequence"
        ) { row in (0..<4).map { row.int64($0) } }
        let tree = file.tree("event_origin", columns: columns)
        let events = addedEvents
        // Free of races because only this step uses it.
        nonisolated(unsafe) let origins = tree
        return {
            var stamps = stamps
            func add(_ row: [Int64]) throws {
                try origins.add { for value in row { $0.bind(value) } }
            }
            for row in known where row[0] <= stamps.number { try add(row) }
            for event in events {
                let stamp = stamps.next()
                try add([stamps.number, stamp.sequence, event.rawValue, stamp.clock])
            }
            for row in known where row[0] > stamps.number { try add(row) }
            try origins.finish()
            return []
        }
    }

    /// Writes the facts that are known, one about each added note, and the index of their sequences.
    private func facts(of library: Connection, _ stamps: OwnStamps) -> Step {
        let columns: [StaticString] = ["kind", "object", "part", "clock", "replica", "sequence"]
        let notes = addedNotes.sorted()
        // Free of races because only this step uses the trees, and nothing else uses the connection while it runs.
        nonisolated(unsafe) let facts = file.tree("fact", columns: columns)
        nonisolated(unsafe) let index = file.tree("fact_by_sequence")
        nonisolated(unsafe) let connection = library
        return {
            var next = 0
            func addFacts(before object: Int64? = nil) throws {
                while next < notes.count, object.map({ notes[next].rawValue < $0 }) ?? true {
                    try facts.add { row in
                        row.bind("note")
                        row.bind(notes[next])
                        row.bind("")
                        row.bind(stamps.clock)
                        row.bind(stamps.number)
                        row.bind(stamps.sequence + 1 + Int64(next))
                    }
                    next += 1
                }
            }
            try connection.forEach(
                """
                SELECT kind, object, part, clock, replica, sequence
                FROM fact
                ORDER BY kind, object, part
                """
            ) { fact -> Void in
                let kind = fact.text(0)
                if kind == "note", case .integer(let note) = fact.value(1) {
                    try addFacts(before: note)
                } else if kind >= "note" {
                    // Texts come after numbers.
                    try addFacts()
                }
                try facts.add { $0.bind(fact) }
            }
            try addFacts()
            try facts.finish()

            var isAdded = false
            func addSequences() throws {
                guard !isAdded else { return }
                for (place, note) in notes.enumerated() {
                    try index.add { row in
                        row.bind(stamps.number)
                        row.bind(stamps.sequence + 1 + Int64(place))
                        row.bind("note")
                        row.bind(note)
                        row.bind("")
                    }
                }
                isAdded = true
            }
            try connection.forEach(
                """
                SELECT replica, sequence, kind, object, part
                FROM fact
                ORDER BY replica, sequence
                """
            ) { fact -> Void in
                if fact.int64(0) > stamps.number { try addSequences() }
                try index.add { $0.bind(fact) }
            }
            try addSequences()
            try index.finish()
            return []
        }
    }

    /// Writes the tables that are not written yet, and as many indexes as possible; returns the names of these indexes.
    private func writeTables(besides steps: [Step]) throws -> Set<String> {
        for tree in [cards, log] { try tree.finish() }
        // Free of races because only this step writes notes and tags, and nothing else uses them while it runs.
        nonisolated(unsafe) let library = self
        let writeNotes: Step = { try library.writeNotes() }
        let written = try Self.inParallel([writeNotes] + steps + indexSteps(of: [log, cards]))
        return written.union(try Self.inParallel(indexSteps(of: [noteTable, tagTable])))
    }

    /// Writes something and returns the names of the indexes that it wrote.
    private typealias Step = @Sendable () throws -> [String]

    private func indexSteps(of trees: [BTreeWriter]) -> [Step] {
        var steps: [Step] = []
        for tree in trees {
            // Free of races because a finished tree is only read: each index is written to a tree of its own.
            nonisolated(unsafe) let tree = tree
            for index in tree.indexes {
                steps.append { try tree.writeIndex(index) ? [index] : [] }
            }
        }
        return steps
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

    /// Fills the indexes that were not written, using SQLite.
    private func fillIndexes(on connection: Connection, except written: Set<String>) throws {
        let byID = Self.indexOfIDs
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
            AND name NOT IN (
                'note', 'card', 'event', 'note_tag', 'event_origin', 'fact', 'note_search_change'
            )
            """
        ) { $0.text(0) }
    }

    /// Copies the tables that the b-tree writer does not write, and the values in the file's header.
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
