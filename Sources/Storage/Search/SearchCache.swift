internal import Notes
internal import SQLite

/// What plans found and what sets contain, kept through changes: only the changed notes are looked at again.
///
/// While somebody types, each letter repeats the same conditions, and while somebody scrolls, each page needs all results of
/// a plan that finds them in another order.
final class SearchCache {
    /// The notes that a plan found so far.
    struct Results {
        var ids: [Int64]
        var extent: Extent
    }

    /// How far a plan was run.
    enum Extent: Equatable {
        case all
        /// In the order of a page, from after a note, if any, up to another.
        case first(NoteSort, after: NoteID?, upTo: NoteID)
        /// Not to the end, and in no order.
        case some
    }

    /// A value as of the end of a transaction.
    struct Entry<Value> {
        var value: Value
        /// Counts the transactions up to this one.
        var number: Int
        /// How many bytes of memory it takes.
        let size: Int
    }

    // Separate, so that many results cannot displace sets, which are used more often.
    private var results = BoundedCache<Results>(limit: 2 << 20)
    private var sets = BoundedCache<RowIDSet>(limit: 4 << 20)
    // As of the last call of `validate`.
    private var version: Int64 = 0
    private var number = 0

    /// Removes entries that cannot be updated because it is unknown what changed since.
    func validate(_ version: Int64, _ changes: ChangedRows.Position?) {
        defer { (self.version, number) = (version, changes?.number ?? 0) }
        guard version != self.version else { return }
        // If no transaction ended here, another program changed the file; if one did, another program may have as well.
        let complete = changes.flatMap { $0.number == number || !$0.isAlone() ? nil : $0 }
        results.removeAll { complete?.rows(since: $0) == nil }
        sets.removeAll { complete?.rows(since: $0) == nil }
    }

    subscript(plan key: SQL) -> Entry<Results>? {
        get { results[key] }
        set { results[key] = newValue }
    }

    subscript(set key: SQL) -> Entry<RowIDSet>? {
        get { sets[key] }
        set { sets[key] = newValue }
    }

    /// Whether it has the results of a plan: as many as a purpose needs, or all of them.
    func contains(_ plan: SearchPlan, for purpose: SearchPurpose? = nil) -> Bool {
        guard let found = results[plan.key]?.value else { return false }
        return switch (found.extent, purpose) {
        case (.all, _): true
        case (.first, let purpose?): Double(found.ids.count) >= purpose.neededNotes
        case (.some, .all): true
        case (.first, nil), (.some, .page), (.some, nil): false
        }
    }

    /// Whether it has a set, as one of notes or of cards.
    func contains(_ set: SearchSet) -> Bool {
        guard case .cards = set.scan else { return sets[set.rows] != nil }
        return [false, true].contains { holdsCards in
            var set = set
            set.holdsCards = holdsCards
            return sets[set.rows] != nil
        }
    }
}

/// Values by the SQL that finds them, up to so many bytes.
private struct BoundedCache<Value> {
    let limit: Int
    private var entries: [SQL: SearchCache.Entry<Value>] = [:]
    private var size = 0

    init(limit: Int) { self.limit = limit }

    /// Anything that doesn't fit displaces all others; a value that takes more than half of the limit is not cached.
    subscript(key: SQL) -> SearchCache.Entry<Value>? {
        get { entries[key] }
        set {
            let (new, old) = (newValue?.size ?? 0, entries[key]?.size ?? 0)
            guard new <= limit / 2 else { return }
            if size - old + new > limit {
                (entries, size) = ([:], new)
            } else {
                size += new - old
            }
            entries[key] = newValue
        }
    }

    /// - Parameter isStale: Whether to remove the entries of a transaction, given its number.
    mutating func removeAll(where isStale: (Int) -> Bool) {
        for (key, entry) in entries where isStale(entry.number) { self[key] = nil }
    }
}

extension SearchCache.Entry<SearchCache.Results> {
    init(_ results: SearchCache.Results, at number: Int) {
        self.init(
            value: results,
            number: number,
            size: results.ids.count * MemoryLayout<Int64>.size
        )
    }
}

extension SearchCache.Entry<RowIDSet> {
    init(_ set: RowIDSet, at number: Int) {
        self.init(value: set, number: number, size: set.size)
    }
}

extension SearchCache.Extent {
    /// Whether a note that meets the conditions would have been found.
    func reaches(_ note: NoteID) -> Bool {
        guard case .first(let sort, let after, let last) = self else { return true }
        let order = PageOrder(sort)
        return after.map { order.areInOrder($0, note) } != false && !order.areInOrder(last, note)
    }

    /// The first notes of a page, perhaps with more and in any order; nil if they may not all have been found.
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

// MARK: - Updating entries

extension Reading where Self: ~Copyable {
    func searchCache() throws -> SearchCache {
        let cache = try connection.cached("search cache", throughChanges: .max) {
            SearchCache()
        }
        cache.validate(try connection.version(), changes)
        return cache
    }

    /// The cached results of a plan, as of now; nil if it was not run far enough.
    func cachedNotes(
        of plan: SearchPlan,
        _ order: PageOrder,
        limit: Int
    ) throws -> [NoteID]? {
        let (cache, key) = (try searchCache(), plan.key)
        guard var entry = cache[plan: key],
            let (changed, _) = try changedRows(since: entry.number)
        else { return nil }
        if changed.count > 0 {
            let extent = entry.value.extent
            var ids = entry.value.ids.filter { !changed.contains($0) }
            try connection.forEach(plan.matches(among: changed.ids)) { row in
                guard extent.reaches(row.id(0)) else { return }
                ids.append(row.int64(0))
            }
            entry = SearchCache.Entry(.init(ids: ids, extent: extent), at: changes?.number ?? 0)
            cache[plan: key] = entry
        }
        let notes = entry.value.ids.map(NoteID.init(rawValue:))
        return entry.value.extent.first(limit, order, of: notes)
    }

    /// The cached content of a set, as of now.
    func cachedRows(of set: SearchSet) throws -> RowIDSet? {
        let (cache, key) = (try searchCache(), set.rows)
        guard var entry = cache[set: key],
            let (notes, cards) = try changedRows(since: entry.number)
        else { return nil }
        guard notes.count > 0 else { return entry.value }
        guard let sql = set.rows(among: notes.ids) else { return nil }
        for row in set.holdsCards ? Array(cards) : notes.ids { entry.value.remove(row) }
        try connection.forEach(sql) { row in _ = entry.value.insert(row.int64(0)) }
        cache[set: key] = SearchCache.Entry(entry.value, at: changes?.number ?? 0)
        return entry.value
    }

    /// Which cards were changed since a transaction, and which notes, by themselves or by their cards; nil if that is
    /// unknown.
    private func changedRows(since number: Int) throws -> (notes: RowIDSet, cards: Set<Int64>)? {
        guard let changes, changes.number != number else { return (RowIDSet(), []) }
        guard let rows = changes.rows(since: number) else { return nil }
        return (try notes(changedBy: rows), rows.cards)
    }

    /// The notes that were changed by themselves or by their cards.
    func notes(changedBy rows: ChangedRows.Rows) throws -> RowIDSet {
        var notes = RowIDSet(capacity: rows.notes.count)
        for note in rows.notes { _ = notes.insert(note) }
        guard !rows.cards.isEmpty else { return notes }
        // Deleting a card also changes its note, which counts its cards.
        try connection.forEach(
            """
            SELECT note
            FROM card
            WHERE id IN (SELECT value FROM json_each(:cards))
            """,
            ["cards": jsonArray(of: rows.cards)]
        ) { row in _ = notes.insert(row.int64(0)) }
        return notes
    }
}
