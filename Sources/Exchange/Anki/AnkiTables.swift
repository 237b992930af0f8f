internal import SQLite
internal import Threads

/// Writes the tables of a collection into a file.
///
/// Notes, cards and answers are added in Omena's order, and are sorted by Anki's numbers, some of which are moments. One
/// thread adds all rows; then several write the tables, each table by one of them.
final class AnkiTables: Sendable {
    private let file: BTreeFile
    private let folder: String
    // Exclusive access is not checked here, because rows come by the million; each is used by one thread at a time.
    @exclusivity(unchecked) private nonisolated(unsafe) var notes: RowSorter
    @exclusivity(unchecked) private nonisolated(unsafe) var cards: RowSorter
    @exclusivity(unchecked) private nonisolated(unsafe) var log: RowSorter
    private nonisolated(unsafe) var schedule:
        [(deck: Int64, queue: Int64, due: Int64, card: Int64)] = []

    init(in folder: String) throws {
        self.folder = folder
        file = try BTreeFile(
            path: "\(folder)/collection",
            schema: AnkiSchema.script,
            hasChecksums: false
        )
        // A library of some hundred thousand cards stays in memory.
        notes = RowSorter(in: folder, maxBytes: 24 << 20)
        cards = RowSorter(in: folder, maxBytes: 40 << 20)
        log = RowSorter(in: folder, maxBytes: 64 << 20)
    }

    /// Adds a note.
    ///
    /// - Parameters:
    ///   - sorted: The text by which Anki sorts it; numbers are stored as numbers.
    ///   - columns: From `guid` to `flds`.
    func addNote(
        _ number: Int64,
        sorted: String,
        checksum: Int64,
        _ columns: (inout RecordEncoder) -> Void
    ) throws {
        try notes.add(number, checksum) { row in
            row.bind(nil as Int64?)
            columns(&row)
            if let number = sorted.asDecimal {
                if let whole = Int64(sorted) ?? Int64(exactly: number) {
                    row.bind(whole)
                } else {
                    row.bind(number)
                }
            } else {
                row.bind(sorted)
            }
            row.bind(checksum)
            row.bind(0)
            row.bind("")
        }
    }

    func add(_ card: AnkiCard) throws {
        schedule.append((card.deck, card.queue, card.due, card.id))
        try cards.add(card.id, card.note) { row in
            row.bind(nil as Int64?)
            row.bind(card.note)
            row.bind(card.deck)
            row.bind(card.ord)
            row.bind(card.changed)
            row.bind(-1)
            row.bind(card.type)
            row.bind(card.queue)
            row.bind(card.due)
            row.bind(card.interval)
            row.bind(card.factor)
            row.bind(card.reps)
            row.bind(card.lapses)
            row.bind(card.left)
            row.bind(card.originalDue)
            row.bind(card.originalDeck)
            row.bind(card.flags)
            row.bind(card.data)
        }
    }

    func add(_ entry: AnkiLogEntry, of card: Int64) throws {
        try log.add(entry.moment, card) { row in
            row.bind(nil as Int64?)
            row.bind(card)
            row.bind(-1)
            row.bind(Int64(clamping: entry.button))
            row.bind(Int64(clamping: entry.interval))
            row.bind(Int64(clamping: entry.intervalBefore))
            row.bind(Int64(clamping: entry.factor))
            row.bind(Int64(clamping: entry.duration))
            row.bind(Int64(clamping: entry.type))
        }
    }

    /// How many bytes at the start of the file can only be written last.
    var startSize: Int { file.size }

    /// Passes all of the file except its start to a body, piece by piece, and returns the start.
    ///
    /// - Parameter columns: Writes the columns of the one row of `col`, from `crt` on.
    func finish(
        passingTo put: @escaping ([UInt8]) throws -> Void,
        _ columns: (inout RecordEncoder) -> Void
    ) throws -> [UInt8] {
        let size = startSize
        var failure: (any Error)?
        file.redirect { piece throws(DatabaseError) in
            do {
                try put(Array(piece))
            } catch {
                failure = error
                throw DatabaseError(code: .inputOutput, message: "\(error)")
            }
        }
        defer { file.redirect(to: nil) }
        do {
            try writeAll(columns)
        } catch {
            throw failure ?? error
        }
        return try DiskFile("\(folder)/collection").start(size)
    }

    private func writeAll(_ columns: (inout RecordEncoder) -> Void) throws {
        let collection = file.tree("col")
        try collection.add(1) { row in
            row.bind(nil as Int64?)
            columns(&row)
        }
        try collection.finish()
        // At most two at once, because each takes much memory.
        try OrderedParallelMap.run(size: min(ParallelFor.cores, 2)) { put in
            try Table.allCases.forEach(put)
        } transform: { _, table in
            switch table {
            case .log: try self.write(&self.log, "revlog", "ix_revlog_usn", "ix_revlog_cid")
            case .cards:
                try self.write(&self.cards, "cards", "ix_cards_usn", "ix_cards_nid")
                try self.writeSchedule()
            case .notes: try self.write(&self.notes, "notes", "ix_notes_usn", "ix_notes_csum")
            }
        } consume: {
        }
        try file.finish()
    }

    /// The tables that are written in parallel, the one that takes longest first.
    private enum Table: CaseIterable {
        case log, cards, notes
    }

    private func writeSchedule() throws {
        schedule.sort { $0 < $1 }
        let index = file.tree("ix_cards_sched")
        for entry in schedule {
            try index.add { row in
                row.bind(entry.deck)
                row.bind(entry.queue)
                row.bind(entry.due)
                row.bind(entry.card)
            }
        }
        try index.finish()
    }

    /// Writes a table with its index of unsynchronised rows, which are all of them, and its index of another number.
    private func write(
        _ rows: inout RowSorter,
        _ name: StaticString,
        _ unsynchronised: StaticString,
        _ others: StaticString
    ) throws {
        let table = file.tree(name)
        let byState = file.tree(unsynchronised)
        var byOther = RowSorter(in: folder, maxBytes: 32 << 20)
        var last = Int64.min
        try rows.forEach { (key, other, row) throws(DatabaseError) in
            // Two answers at the same moment get different keys.
            let key = key > last ? key : last + 1
            last = key
            try table.add(key, row)
            try byState.add(-1, key)
            try byOther.add(other, key)
        }
        // Frees their memory.
        rows = RowSorter(in: folder)
        let index = file.tree(others)
        try byOther.forEach { (other, key, _) throws(DatabaseError) in
            try index.add(other, key)
        }
        for tree in [table, byState, index] { try tree.finish() }
    }
}

extension String {
    /// The number that the text is converted to in a column with integer affinity.
    fileprivate var asDecimal: Double? {
        guard let first = utf8.first, first < UInt8(ascii: ":"),
            utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) })
        else { return nil }
        return Double(self)
    }
}
