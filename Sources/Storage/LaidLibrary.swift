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
    let noteTable: LaidTree
    let tagTable: LaidTree
    let cards: LaidTree
    let log: LaidTree
    let firstCard: Int64
    private(set) var lastCard: Int64
    private var ids: KnownIDs
    /// Nil where nobody asks for them.
    private var guids: Set<NoteGUID>?

    private static let sortedAtOnce = 6 << 20

    /// Begins with what is there; nil where rows have to go into the tables one by one.
    ///
    /// - Parameter knowsGUIDs: Whether it is to tell which guids it holds.
    init?(
        beside writer: borrowing Writer,
        expecting count: Int,
        knowsGUIDs: Bool
    ) throws {
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
        noteTable = file.tree("note", withIndexes: true)
        tagTable = file.tree("note_tag", withIndexes: true)
        cards = file.tree("card", withIndexes: true)
        log = file.tree("event", withIndexes: true)
        let room = BulkWriter.room(expecting: count)
        ids = KnownIDs(room: room)
        guids = knowsGUIDs ? Set(minimumCapacity: room) : nil
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
        try connection.forEach("SELECT id, guid FROM note ORDER BY id") { note in
            ids.insert(note.id(0))
            guids?.insert(NoteGUID(rawValue: note.text(1)))
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

    func holds(_ guid: NoteGUID) -> Bool {
        guard let guids else { preconditionFailure("It was not to know guids") }
        return guids.contains(guid)
    }

    /// Adds a note that is not there, with its cards.
    ///
    /// An event whose id another of its card has gets another one.
    func add(_ whole: WholeNote) throws {
        let note = whole.note
        ids.insert(note.id)
        guids?.insert(note.guid)
        try notes.add(note.id.rawValue) { whole.put(id: nil, into: &$0) }
        try addTags(of: note)
        for (card, log) in whole.cards {
            lastCard += 1
            try cards.add(lastCard) { card.put(id: nil, home: note.deck, into: &$0) }
            try add(log, of: CardNumber(rawValue: lastCard))
        }
    }

    private func addTags(of note: Note) throws {
        guard !note.tags.isEmpty else { return }
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

/// Ids of notes, most of which come in their order: no table of them is made before one is asked for that may be known.
private struct KnownIDs {
    private var known: Set<NoteID>
    /// Each greater than all that came before it; not yet in `known`.
    private var rising: [NoteID] = []
    private var greatest = NoteID(rawValue: .min)
    private let room: Int

    init(room: Int) {
        self.room = room
        known = []
    }

    mutating func insert(_ id: NoteID) {
        guard id > greatest else {
            known.insert(id)
            return
        }
        rising.append(id)
        greatest = id
    }

    mutating func contains(_ id: NoteID) -> Bool {
        guard id <= greatest else { return false }
        if !rising.isEmpty {
            known.reserveCapacity(room)
            known.formUnion(rising)
            rising.removeAll(keepingCapacity: true)
        }
        return known.contains(id)
    }
}

extension String {
    /// Whether SQLite puts it before another: by bytes.
    fileprivate func comesBefore(_ other: String) -> Bool {
        utf8.lexicographicallyPrecedes(other.utf8)
    }
}
