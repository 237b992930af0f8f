internal import Glibc
internal import Notes
internal import SQLite

/// A library that is laid down beside one that holds little, and takes its place when the transaction ends that brings more.
///
/// Notes, cards, tags and logs are laid down: cards and logs that are there already first, notes and tags last, as the
/// transaction has left them. Whatever else it has written is copied at its end.
final class LaidLibrary: @unchecked Sendable {
    let file: LaidFile
    var notes: RowSorter
    var tags: RowSorter
    let cards: LaidTree
    let log: LaidTree
    let firstCard: Int64
    private(set) var lastCard: Int64
    private var ids: Set<NoteID> = []
    private var guids: Set<NoteGUID> = []

    private static let sortedAtOnce = 6 << 20

    /// Begins with what is there; nil where rows have to go into the tables one by one.
    init?(beside writer: borrowing Writer, expecting count: Int) throws {
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
        notes = RowSorter(in: folder, mostBytes: Self.sortedAtOnce)
        tags = RowSorter(in: folder, mostBytes: Self.sortedAtOnce)
        cards = file.tree("card", keepsNumbers: true)
        log = file.tree("event", keepsNumbers: true)
        ids.reserveCapacity(BulkWriter.room(expecting: count))
        guids.reserveCapacity(BulkWriter.room(expecting: count))
        try learnNotes(of: connection)
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

    private func learnNotes(of connection: Connection) throws {
        try connection.forEach("SELECT id, guid FROM note") { note in
            ids.insert(note.id(0))
            guids.insert(NoteGUID(rawValue: note.text(1)))
        }
    }

    private func takeCards(of connection: Connection) throws {
        try connection.forEach("SELECT * FROM card ORDER BY id") { card in
            try cards.add(card.int64(0)) { $0.bind(card, from: 1) }
        }
        try connection.forEach("SELECT * FROM event ORDER BY card, moment, id") { event in
            try log.add { $0.bind(event) }
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
        }
    }
}

extension String {
    /// Whether SQLite puts it before another: by bytes.
    fileprivate func comesBefore(_ other: String) -> Bool {
        utf8.lexicographicallyPrecedes(other.utf8)
    }
}
