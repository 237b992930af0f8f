internal import Glibc
internal import Notes
internal import SQLite

/// A copy of a small library, written by the b-tree writer together with a large import, that replaces the library when
/// the import's transaction ends.
///
/// Cards and logs that exist already come first. Existing notes and tags come last, as the transaction has left them, and
/// so do all other tables.
final class BTreeLibrary {
    let file: BTreeFile
    var notes: RowSorter
    var tags: RowSorter
    let noteTable: BTreeWriter
    let tagTable: BTreeWriter
    let cards: BTreeWriter
    let log: BTreeWriter
    /// The last card that existed before; later numbers belong to the import.
    let lastOldCard: Int64
    private(set) var lastCard: Int64
    /// How many cards and events existed before.
    private(set) var oldCounts = Counts()
    /// The notes that the import adds.
    private(set) var addedNotes: [NoteID] = []
    /// The IDs of the events that the import adds, in their order.
    private(set) var addedEvents: [EventID] = []
    /// How many rows the import adds.
    var addedCounts = Counts()
    private var ids: NoteIDSet
    /// Nil if `contains` is not called for GUIDs.
    private var guids: Set<NoteGUID>?

    struct Counts {
        var notes = 0
        var tags = 0
        var cards = 0
        var events = 0
    }

    static let tagColumns: [StaticString] = ["note", "folded_tag", "tag"]

    private static let maxSortedBytes = 6 << 20

    /// Copies the cards and the log of a library; nil if rows have to be inserted one by one.
    ///
    /// - Parameter knowsGUIDs: Whether `contains` will be called for GUIDs.
    init?(
        beside writer: borrowing Writer,
        expecting count: Int,
        knowsGUIDs: Bool
    ) throws {
        let connection = writer.connection
        guard !connection.isSealed else { return nil }
        lastOldCard = try writer.lastCard()
        lastCard = lastOldCard
        file = try BTreeFile(
            path: Self.path(beside: connection.path),
            in: connection.files,
            schema: try Self.schema(of: connection),
            hasChecksums: true,
            extensions: .search
        )
        notes = RowSorter(in: file.folder, maxBytes: Self.maxSortedBytes)
        tags = RowSorter(in: file.folder, maxBytes: Self.maxSortedBytes)
        noteTable = file.tree("note", columns: ImportedNote.columns, withIndexes: true)
        tagTable = file.tree("note_tag", columns: Self.tagColumns, withIndexes: true)
        cards = file.tree("card", columns: ImportedCard.columns, withIndexes: true)
        log = file.tree("event", columns: Event.columns, withIndexes: true)
        let capacity = BulkWriter.capacity(expecting: count)
        ids = NoteIDSet(capacity: capacity)
        guids = knowsGUIDs ? Set(minimumCapacity: capacity) : nil
        try readNoteIDs(of: connection)
        try copyCards(of: connection)
    }

    deinit { file.remove() }

    /// Deletes the file that a killed import left behind; no import may be running.
    static func removeLeftover(beside library: String) { unlink(path(beside: library)) }

    private static func path(beside library: String) -> String { library + "-import" }

    /// The script that creates everything in the library except the indexes that are built after an import.
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

    private func readNoteIDs(of connection: Connection) throws {
        try connection.forEach("SELECT id, guid FROM note ORDER BY id") { note in
            ids.insert(note.id(0))
            guids?.insert(NoteGUID(rawValue: note.text(1)))
        }
    }

    private func copyCards(of connection: Connection) throws {
        let select = SQL("SELECT") + SQL(columns: ImportedCard.columns)
        try connection.forEach(select + SQL("FROM card ORDER BY id")) { card -> Void in
            try cards.add(card.int64(0)) { $0.bind(card, withoutKey: true) }
            oldCounts.cards += 1
        }
        let events = SQL("SELECT") + SQL(columns: Event.columns)
        try connection.forEach(events + SQL("FROM event ORDER BY card, moment, id")) {
            event -> Void in
            try log.add { $0.bind(event) }
            oldCounts.events += 1
        }
    }

    func contains(_ note: NoteID) -> Bool { ids.contains(note) }

    func contains(_ guid: NoteGUID) -> Bool {
        guard let guids else { preconditionFailure("GUIDs are not known") }
        return guids.contains(guid)
    }

    /// Adds a new note with its cards.
    ///
    /// An event with the ID of another one of its card gets a new ID.
    func add(_ imported: ImportedNote) throws {
        let note = imported.note
        ids.insert(note.id)
        guids?.insert(note.guid)
        try notes.add(note.id.rawValue) { imported.put(id: nil, into: &$0) }
        addedNotes.append(note.id)
        addedCounts.notes += 1
        try addTags(of: note)
        for (card, log) in imported.cards {
            lastCard += 1
            try cards.add(lastCard) { card.put(id: nil, home: note.deck, into: &$0) }
            addedCounts.cards += 1
            try add(log, of: CardNumber(rawValue: lastCard))
        }
    }

    private func addTags(of note: Note) throws {
        guard !note.tags.isEmpty else { return }
        var last: String?
        for (key, tag) in note.tags.map({ ($0.key, $0) }).sorted(by: { $0.0.precedes($1.0) })
        where key != last {
            try tags.add(note.id.rawValue) { row in
                row.bind(note.id)
                row.bind(key)
                row.bind(tag.text)
            }
            addedCounts.tags += 1
            last = key
        }
    }

    private func add(_ log: [Event], of card: CardNumber) throws {
        var last: Event?
        for var event in log.sorted(by: { ($0.moment, $0.id) < ($1.moment, $1.id) }) {
            if let last, event.moment == last.moment, event.id <= last.id {
                event.id = last.id.next
            }
            last = event
            try self.log.add { event.put(of: card, into: &$0) }
            addedEvents.append(event.id)
            addedCounts.events += 1
        }
    }
}

/// A set of note IDs, most of which are inserted in ascending order; it builds a hash table only when a lookup needs one.
private struct NoteIDSet {
    private var hashed: Set<NoteID> = []
    /// Each greater than all before it; not in `hashed` yet.
    private var ascending: [NoteID] = []
    private var greatest = NoteID(rawValue: .min)
    private let capacity: Int

    init(capacity: Int) { self.capacity = capacity }

    mutating func insert(_ id: NoteID) {
        guard id > greatest else {
            hashed.insert(id)
            return
        }
        ascending.append(id)
        greatest = id
    }

    mutating func contains(_ id: NoteID) -> Bool {
        guard id <= greatest else { return false }
        if !ascending.isEmpty {
            hashed.reserveCapacity(capacity)
            hashed.formUnion(ascending)
            ascending.removeAll(keepingCapacity: true)
        }
        return hashed.contains(id)
    }
}

extension String {
    /// Whether SQLite's binary collation sorts it before another.
    fileprivate func precedes(_ other: String) -> Bool {
        utf8.lexicographicallyPrecedes(other.utf8)
    }
}
