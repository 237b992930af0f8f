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

    private var ways: [SQL: Kept<Found>] = [:]
    private var sets: [SQL: Kept<RowTable>] = [:]
    private var size = 0
    // As they were at the last look.
    private var version: Int64 = 0
    private var number = 0

    /// How many bytes they take at most.
    private static let most = 4 << 20

    /// Forgets everything where it is not known what was changed since the last time.
    func look(at version: Int64, _ changes: ChangedRows.Position?) {
        defer { (self.version, number) = (version, changes?.number ?? 0) }
        guard version != self.version else { return }
        // Where no transaction ended here, somebody else changed the file.
        guard let changes, changes.number != number else { return forget() }
        for (key, kept) in ways where changes.rows(since: kept.number) == nil {
            self[way: key] = nil
        }
        for (key, kept) in sets where changes.rows(since: kept.number) == nil {
            self[set: key] = nil
        }
    }

    private func forget() { (ways, sets, size) = ([:], [:], 0) }

    /// What a way found; where there is no room, what was kept before goes.
    subscript(way key: SQL) -> Kept<Found>? {
        get { ways[key] }
        set {
            if makeRoom(for: newValue?.size, insteadOf: ways[key]?.size) { ways[key] = newValue }
        }
    }

    /// What an index gave, by what asks it.
    subscript(set key: SQL) -> Kept<RowTable>? {
        get { sets[key] }
        set {
            if makeRoom(for: newValue?.size, insteadOf: sets[key]?.size) { sets[key] = newValue }
        }
    }

    private func makeRoom(for new: Int?, insteadOf old: Int?) -> Bool {
        let (new, old) = (new ?? 0, old ?? 0)
        guard new <= Self.most / 2 else { return false }
        if size - old + new > Self.most { forget() } else { size -= old }
        size += new
        return true
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

    /// Whether it is enough for so many of the first notes of a page, of which so many are there.
    func suffices(for order: PageOrder, limit: Int, of count: Int) -> Bool {
        switch self {
        case .all: true
        case .first(let sort, let after, _):
            count >= limit && sort == order.sort && after == order.after
        case .some: count >= limit
        }
    }
}

// MARK: - What was changed

extension Reading where Self: ~Copyable {
    func keptRows() throws -> KeptRows {
        let kept = try connection.remembering("rows of indexes", throughChanges: .max) {
            KeptRows()
        }
        kept.look(at: try connection.version(), changes)
        return kept
    }

    /// What a way found the last time, as it is now; nil where it was looked through not far enough.
    func known(_ way: SearchStatement, _ order: PageOrder, limit: Int) throws -> [NoteID]? {
        let (kept, key) = (try keptRows(), way.key)
        guard var known = kept[way: key],
            known.rows.extent.suffices(for: order, limit: limit, of: known.rows.ids.count)
        else { return nil }
        guard let (changed, _) = try changedRows(since: known.number) else { return nil }
        if changed.count > 0 {
            let extent = known.rows.extent
            var ids = known.rows.ids.filter { !changed.contains($0) }
            try connection.forEach(way.some(among: changed.ids)) { row in
                guard extent.reaches(row.id(0)) else { return }
                ids.append(row.int64(0))
            }
            known = KeptRows.Kept(.init(ids: ids, extent: extent), at: changes?.number ?? 0)
            kept[way: key] = known
            guard extent.suffices(for: order, limit: limit, of: ids.count) else { return nil }
        }
        return known.rows.ids.map(NoteID.init(rawValue:))
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
