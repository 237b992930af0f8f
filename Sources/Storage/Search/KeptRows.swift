internal import Notes
internal import SQLite

/// What ways found and what indexes gave, kept through what is changed: only the notes that were changed are looked at
/// again.
///
/// Whoever types asks the same conditions with every letter, and whoever scrolls through what no index gives in the order
/// of the list asks for all of it with every stretch.
final class KeptRows {
    /// What a way found, as far as it was looked for.
    struct Found {
        var ids: [Int64]
        var extent: Extent
    }

    /// How far a way was looked through.
    enum Extent: Equatable {
        case all
        /// From behind a note, if not from the beginning, up to another, in the order of a page.
        case first(NoteSort, after: NoteID?, upTo: NoteID)
        /// Not to its end, in no order.
        case some
    }

    /// Rows as they were when so many transactions had ended.
    struct Kept<Rows> {
        var rows: Rows
        var number: Int
        /// How many bytes they take.
        let size: Int
    }

    /// What ways found; apart from sets, so that what was found once does not cost what is met again and again.
    private var ways = Shelf<Found>(most: 2 << 20)
    private var sets = Shelf<RowTable>(most: 4 << 20)
    // As they were at the last look.
    private var version: Int64 = 0
    private var number = 0

    /// Forgets everything where it is not known what was changed since the last time.
    func look(at version: Int64, _ changes: ChangedRows.Position?) {
        defer { (self.version, number) = (version, changes?.number ?? 0) }
        guard version != self.version else { return }
        // Where no transaction ended here, somebody else changed the file; and where one did, somebody may have since.
        let told = changes.flatMap { $0.number == number || !$0.isAlone() ? nil : $0 }
        ways.forget { told?.rows(since: $0) == nil }
        sets.forget { told?.rows(since: $0) == nil }
    }

    /// What a way found.
    subscript(way key: SQL) -> Kept<Found>? {
        get { ways[key] }
        set { ways[key] = newValue }
    }

    /// What an index gave, by what asks it.
    subscript(set key: SQL) -> Kept<RowTable>? {
        get { sets[key] }
        set { sets[key] = newValue }
    }

    /// Whether it is kept what a way finds: as much as is wanted, or all of it.
    func contains(_ way: SearchStatement, for purpose: SearchPurpose? = nil) -> Bool {
        guard let found = ways[way.key]?.rows else { return false }
        return switch (found.extent, purpose) {
        case (.all, _): true
        case (.first, let purpose?): Double(found.ids.count) >= purpose.wanted
        case (.some, .all): true
        case (.first, nil), (.some, .page), (.some, nil): false
        }
    }

    /// Whether it has the notes of a set, or its cards.
    func contains(_ set: SearchSet) -> Bool {
        guard case .cards = set.start else { return sets[set.rows] != nil }
        return [false, true].contains { isOfCards in
            var set = set
            set.isOfCards = isOfCards
            return sets[set.rows] != nil
        }
    }
}

/// Rows by what asks for them, up to so many bytes.
private struct Shelf<Rows> {
    let most: Int
    private var kept: [SQL: KeptRows.Kept<Rows>] = [:]
    private var size = 0

    init(most: Int) { self.most = most }

    /// Where there is no room, what was kept before goes; more than half of all is not kept.
    subscript(key: SQL) -> KeptRows.Kept<Rows>? {
        get { kept[key] }
        set {
            let (new, old) = (newValue?.size ?? 0, kept[key]?.size ?? 0)
            guard new <= most / 2 else { return }
            if size - old + new > most {
                (kept, size) = ([:], new)
            } else {
                size += new - old
            }
            kept[key] = newValue
        }
    }

    /// Forgets those that were read when so many transactions had ended.
    mutating func forget(_ isStale: (Int) -> Bool) {
        for (key, rows) in kept where isStale(rows.number) { self[key] = nil }
    }
}

extension KeptRows.Kept<KeptRows.Found> {
    init(_ rows: KeptRows.Found, at number: Int) {
        self.init(rows: rows, number: number, size: rows.ids.count * MemoryLayout<Int64>.size)
    }
}

extension KeptRows.Kept<RowTable> {
    init(_ rows: RowTable, at number: Int) {
        self.init(rows: rows, number: number, size: rows.size)
    }
}

extension KeptRows.Extent {
    /// Whether a note would have been found if it was there.
    func reaches(_ note: NoteID) -> Bool {
        guard case .first(let sort, let after, let last) = self else { return true }
        let order = PageOrder(sort)
        return after.map { order.areInOrder($0, note) } != false && !order.areInOrder(last, note)
    }

    /// The first notes of a page, perhaps more and in any order, of those that were found; nil where they may not be.
    func first(_ limit: Int, _ order: PageOrder, of notes: [NoteID]) -> [NoteID]? {
        guard self != .all else { return notes }
        guard notes.count >= limit else { return nil }
        guard case .first(let sort, let after, _) = self else { return notes }
        guard sort == order.sort else { return nil }
        if after == order.after { return notes }
        guard let start = order.after, after.map({ order.areInOrder($0, start) }) != false else {
            return nil
        }
        let page = order.first(limit, of: notes)
        return page.count == limit ? page : nil
    }
}

// MARK: - What was changed

extension Reading where Self: ~Copyable {
    func keptRows() throws -> KeptRows {
        let kept = try connection.cached("rows of indexes", throughChanges: .max) {
            KeptRows()
        }
        kept.look(at: try connection.version(), changes)
        return kept
    }

    /// What a way found the last time, as it is now; nil where it was looked through not far enough.
    func known(_ way: SearchStatement, _ order: PageOrder, limit: Int) throws -> [NoteID]? {
        let (kept, key) = (try keptRows(), way.key)
        guard var known = kept[way: key],
            let (changed, _) = try changedRows(since: known.number)
        else { return nil }
        if changed.count > 0 {
            let extent = known.rows.extent
            var ids = known.rows.ids.filter { !changed.contains($0) }
            try connection.forEach(way.some(among: changed.ids)) { row in
                guard extent.reaches(row.id(0)) else { return }
                ids.append(row.int64(0))
            }
            known = KeptRows.Kept(.init(ids: ids, extent: extent), at: changes?.number ?? 0)
            kept[way: key] = known
        }
        let notes = known.rows.ids.map(NoteID.init(rawValue:))
        return known.rows.extent.first(limit, order, of: notes)
    }

    /// What an index gave the last time, as it is now.
    func known(_ set: SearchSet) throws -> RowTable? {
        let (kept, key) = (try keptRows(), set.rows)
        guard var known = kept[set: key],
            let (notes, cards) = try changedRows(since: known.number)
        else { return nil }
        guard notes.count > 0 else { return known.rows }
        guard let sql = set.rows(among: notes.ids) else { return nil }
        for row in set.isOfCards ? Array(cards) : notes.ids { known.rows.remove(row) }
        try connection.forEach(sql) { row in _ = known.rows.insert(row.int64(0)) }
        kept[set: key] = KeptRows.Kept(known.rows, at: changes?.number ?? 0)
        return known.rows
    }

    /// Which notes were changed, or cards of theirs, since so many transactions had ended; nil where that is not known.
    private func changedRows(since number: Int) throws -> (notes: RowTable, cards: Set<Int64>)? {
        guard let changes, changes.number != number else { return (RowTable(), []) }
        guard let rows = changes.rows(since: number) else { return nil }
        var notes = RowTable(capacity: rows.notes.count)
        for note in rows.notes { _ = notes.insert(note) }
        guard !rows.cards.isEmpty else { return (notes, []) }
        // A card that is gone is not counted in its note any more, so that was changed too.
        try connection.forEach(
            """
            SELECT note
            FROM card
            WHERE id IN (SELECT value FROM json_each(:cards))
            """,
            ["cards": "[\(rows.cards.map(String.init).joined(separator: ","))]"]
        ) { row in _ = notes.insert(row.int64(0)) }
        return (notes, rows.cards)
    }
}
