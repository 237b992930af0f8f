internal import Glibc
internal import Notes
internal import SQLite

/// A library that is laid down beside one that holds little, and takes its place when the transaction ends that brings more.
///
/// Notes, cards, tags and logs are laid down, those that are there already first; whatever else the transaction has
/// written is copied at its end.
final class LaidLibrary {
    let file: LaidFile
    private var notes: RowSorter
    private var tags: RowSorter
    private let cards: LaidTree
    private let log: LaidTree
    private var eventsByID: RowSorter
    private var retractions: RowSorter
    private let firstCard: Int64
    private var lastCard: Int64
    private var ids: Set<NoteID> = []
    private var guids: Set<NoteGUID> = []

    /// Begins with what is there; nil where rows have to go into the tables one by one.
    init?(beside writer: borrowing Writer) throws {
        let connection = writer.connection
        // What is sealed may lie open nowhere.
        guard !connection.isSealed else { return nil }
        firstCard = try writer.lastCard()
        lastCard = firstCard
        file = try LaidFile(
            path: Self.path(beside: connection.path),
            schema: try Self.schema(of: connection),
            extensions: .search
        )
        let folder = file.folder
        notes = RowSorter(in: folder)
        tags = RowSorter(in: folder)
        eventsByID = RowSorter(in: folder)
        retractions = RowSorter(in: folder)
        cards = file.tree("card")
        log = file.tree("event")
        try takeNotes(of: connection)
        try takeCards(of: connection)
    }

    deinit { file.remove() }

    /// Takes away what an import left that was killed; nobody may import meanwhile.
    static func removeRest(beside library: String) { unlink(path(beside: library)) }

    private static func path(beside library: String) -> String { library + "-laid" }

    /// What makes all that the library has, but for indexes that are made afterwards.
    private static func schema(of connection: Connection) throws -> String {
        try connection.rows(
            """
            SELECT name, type, sql
            FROM sqlite_schema
            WHERE sql IS NOT NULL
            AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
            AND name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow')
            ORDER BY type <> 'table', rowid
            """
        ) { (name: $0.text(0), isIndex: $0.text(1) == "index", sql: $0.text(2)) }
        .filter { !$0.isIndex || !Writer.searchIndexes.contains($0.name) }
        .map { $0.sql + ";" }
        .joined(separator: "\n")
    }

    private func takeNotes(of connection: Connection) throws {
        try connection.forEach("SELECT * FROM note") { note in
            ids.insert(note.id(0))
            guids.insert(NoteGUID(rawValue: note.text(1)))
            try notes.add(note.int64(0), note.isNull(9) ? 0 : 1) { $0.bind(note, from: 1) }
        }
        try connection.forEach("SELECT * FROM note_tag ORDER BY note, folded_tag") { tag in
            try tags.add(tag.int64(0)) { $0.bind(tag) }
        }
    }

    private func takeCards(of connection: Connection) throws {
        try connection.forEach("SELECT * FROM card ORDER BY id") { card in
            try cards.add(card.int64(0)) { $0.bind(card, from: 1) }
        }
        try connection.forEach("SELECT * FROM event ORDER BY card, moment, id") { event in
            try log.add { $0.bind(event) }
            try index(
                event.id(2),
                of: CardNumber(rawValue: event.int64(0)),
                at: event.moment(1),
                retracting: event.isNull(9) ? nil : event.id(9)
            )
        }
    }

    func holds(_ note: NoteID) -> Bool { ids.contains(note) }

    func holds(_ guid: NoteGUID) -> Bool { guids.contains(guid) }

    /// Adds a note that is not there, with its cards.
    ///
    /// An event whose id another of its card has gets another one.
    func add(_ whole: WholeNote) throws {
        let note = whole.note
        ids.insert(note.id)
        guids.insert(note.guid)
        try notes.add(note.id.rawValue) { whole.put(id: nil, into: &$0) }
        var last: String?
        for (key, tag) in note.tags.map({ ($0.key, $0) }).sorted(by: { $0.0.comesBefore($1.0) })
        where key != last {
            try tags.add(note.id.rawValue) { row in
                row.bind(note.id)
                row.bind(key)
                row.bind(tag.text)
            }
            last = key
        }
        for (card, log) in whole.cards {
            lastCard += 1
            try cards.add(lastCard) { card.put(id: nil, home: note.deck, into: &$0) }
            try add(log, of: CardNumber(rawValue: lastCard))
        }
    }

    private func add(_ log: [Event], of card: CardNumber) throws {
        var last: Event?
        for var event in log.sorted(by: { ($0.moment, $0.id) < ($1.moment, $1.id) }) {
            if let last, event.moment == last.moment, event.id <= last.id {
                event.id = EventID(rawValue: last.id.rawValue + 1)
            }
            last = event
            try self.log.add { event.put(of: card, into: &$0) }
            try index(event.id, of: card, at: event.moment, retracting: event.kind.retracted)
        }
    }

    private func index(
        _ event: EventID,
        of card: CardNumber,
        at moment: Moment,
        retracting retracted: EventID?
    ) throws {
        try eventsByID.add(event.rawValue) { row in
            row.bind(event)
            row.bind(card)
            row.bind(moment)
        }
        guard let retracted else { return }
        try retractions.add(retracted.rawValue) { row in
            row.bind(retracted)
            row.bind(card)
            row.bind(moment)
            row.bind(event)
        }
    }
}

// MARK: - The end

extension LaidLibrary {
    /// Takes what was added into the library itself, whose indexes of these tables and triggers on them are gone.
    func pour(into writer: borrowing Writer) throws {
        try layTables()
        try file.finish()
        try writer.connection.takeRows(of: ["note", "card", "event", "note_tag"], from: file)
    }

    /// Makes it whole: with the indexes that studying needs, and what the transaction has written besides.
    func finish(from library: Connection) throws {
        try layTables()
        let hasTwins = try layEventsByID()
        let byRetracted = file.tree("event_by_retracted")
        try retractions.forEach { (_, _, row) throws(DatabaseError) in try byRetracted.add(row) }
        try byRetracted.finish()
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
        for index in indexes { try connection.execute(script: "REINDEX \"\(index)\"") }
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

extension String {
    /// Whether SQLite puts it before another: by bytes.
    fileprivate func comesBefore(_ other: String) -> Bool {
        utf8.lexicographicallyPrecedes(other.utf8)
    }
}
