internal import Notes
internal import SQLite

extension Reading where Self: ~Copyable {
    /// The different notes that some plans find, up to a limit, in no particular order.
    ///
    /// Of a single ordered plan they are the first notes of a page.
    func notes(
        _ plans: [SearchPlan],
        _ order: PageOrder = PageOrder(.newest),
        limit: Int
    ) throws -> [NoteID] {
        guard plans.count == 1 else {
            var seen = RowIDSet()
            var found: [NoteID] = []
            for plan in plans where found.count < limit {
                for note in try notes([plan], order, limit: limit)
                where found.count < limit && seen.insert(note.rawValue) { found.append(note) }
            }
            return found
        }
        let plan = plans[0]
        if let cached = try cachedNotes(of: plan, order, limit: limit) {
            return cached.count > limit ? order.first(limit, of: cached) : cached
        }
        var found: [NoteID] = []
        var seen = RowIDSet()
        let isInTime = try run(plan, order, limit: limit) { id in
            if seen.insert(id) { found.append(NoteID(rawValue: id)) }
            return found.count < limit
        }
        guard isInTime else {
            return order.first(limit, of: try notes(plan.fallback.plans, order, limit: .max))
        }
        // An ordered plan starts after the previous page, so it has found all notes only if there was none.
        let extent: SearchCache.Extent? =
            if found.count < limit, !plan.isOrdered || order.after == nil {
                .all
            } else if found.count == limit, let last = found.last {
                plan.isOrdered ? .first(order.sort, after: order.after, upTo: last) : .some
            } else {
                nil
            }
        if let extent {
            let results = SearchCache.Results(ids: found.map(\.rawValue), extent: extent)
            try searchCache()[plan: plan.key] = SearchCache.Entry(results, at: changes?.number ?? 0)
        }
        return found
    }

    /// Calls `body` with the notes that a plan finds, perhaps with some of them twice, for as long as it returns true.
    ///
    /// Returns false if the plan's fallback would have been faster.
    private func run(
        _ plan: SearchPlan,
        _ order: PageOrder,
        limit: Int,
        _ body: (Int64) -> Bool
    ) throws -> Bool {
        let sets = try plan.sets.map { set in
            SetTest(
                rows: try rows(of: set),
                isRequired: set.isRequired,
                holdsCards: set.holdsCards
            )
        }
        // Sets exclude rows after the scan, so how many it has to read is unknown.
        let scanLimit = sets.isEmpty ? limit : nil
        let readsCardIDs = plan.readsCardIDs
        let sql = plan.isOrdered ? plan.inOrder(order, limit: scanLimit) : plan.unordered
        func take(_ row: borrowing Row) -> Bool {
            let note = row.int64(0)
            let card = readsCardIDs ? row.int64(1) : 0
            return sets.allSatisfy { $0.passes(note, card) } ? body(note) : true
        }
        guard !plan.fallback.plans.isEmpty else {
            try connection.forEach(sql, whileWanted: take)
            return true
        }
        return try connection.forEach(
            sql,
            forThousandSteps: max(1, Int(plan.fallback.cost * plan.stepsPerMicrosecond / 1_000)),
            whileWanted: take
        )
    }

    private func rows(of set: SearchSet) throws -> RowIDSet {
        if let cached = try cachedRows(of: set) { return cached }
        var rows = RowIDSet(capacity: set.size)
        // NB: A closure that returned the result of `insert` would stop at the first duplicate.
        try connection.forEach(set.rows) { row in _ = rows.insert(row.int64(0)) }
        try searchCache()[set: set.rows] = SearchCache.Entry(rows, at: changes?.number ?? 0)
        return rows
    }

    func ids(_ sql: SQL) throws -> [NoteID] {
        var ids: [NoteID] = []
        try connection.forEach(sql) { ids.append($0.id(0)) }
        return ids
    }

    func number(_ sql: SQL) throws -> Int {
        var number = 0
        try connection.forEach(sql) { number = $0.int(0) }
        return number
    }

    /// The number of results if decks already count them.
    func knownCount(of plan: SearchPlan) throws -> Int? {
        guard plan.testsNothing else { return nil }
        switch plan.scan {
        case .notes: return try noteCount()
        case .decks(let decks): return try count(in: decks)
        case .match, .words, .notesWithoutCards, .unindexed, .tags, .rows, .cards, .allCards:
            return nil
        }
    }

    func noteCount() throws -> Int { try deckCounts().values.reduce(0) { $0 + $1.notes } }

    func count(in decks: [Int64]) throws -> Int {
        let counts = try deckCounts()
        return decks.reduce(0) { $0 + (counts[DeckID(rawValue: $1)]?.notes ?? 0) }
    }
}

/// Just what testing a row for a set takes, because there are many rows.
private struct SetTest {
    let rows: RowIDSet
    let isRequired: Bool
    let holdsCards: Bool

    func passes(_ note: Int64, _ card: Int64) -> Bool {
        rows.contains(holdsCards ? card : note) == isRequired
    }
}

extension PageOrder {
    /// The first notes of a page, each once, from notes in any order.
    func first(_ limit: Int, of notes: [NoteID]) -> [NoteID] {
        var notes = after.map { after in notes.filter { areInOrder(after, $0) } } ?? notes
        // A page is selected in one pass, without sorting all notes.
        guard limit <= Self.insertionLimit else {
            var sorted = notes.sorted(by: areInOrder)
            sorted.removeAdjacentDuplicates()
            return Array(sorted.prefix(limit))
        }
        // Indexes often have notes in the opposite order, in which each would be inserted at the front.
        if let start = notes.first, let end = notes.last, areInOrder(end, start) { notes.reverse() }
        var first: [NoteID] = []
        for note in notes {
            if first.count == limit {
                guard let last = first.last, areInOrder(note, last) else { continue }
            }
            var index = first.count
            while index > 0, areInOrder(note, first[index - 1]) { index -= 1 }
            if index > 0, first[index - 1] == note { continue }
            first.insert(note, at: index)
            if first.count > limit { first.removeLast() }
        }
        return first
    }

    private static let insertionLimit = 128
}

extension [NoteID] {
    fileprivate mutating func removeAdjacentDuplicates() {
        var last: NoteID?
        removeAll { note in
            defer { last = note }
            return note == last
        }
    }
}
