internal import Notes
internal import SQLite

extension Reading where Self: ~Copyable {
    /// Different notes that some ways find, up to a limit.
    ///
    /// Of one way that has an order they are the first from behind where a page begins; in what order they come is not
    /// said.
    func notes(
        _ ways: [SearchStatement],
        _ order: PageOrder = PageOrder(.newest),
        limit: Int
    ) throws -> [NoteID] {
        guard ways.count == 1 else {
            var seen = RowTable()
            var found: [NoteID] = []
            for way in ways where found.count < limit {
                for note in try notes([way], order, limit: limit)
                where found.count < limit && seen.insert(note.rawValue) { found.append(note) }
            }
            return found
        }
        let way = ways[0]
        if let known = try known(way, order, limit: limit) {
            return known.count > limit ? order.first(limit, of: known) : known
        }
        var found: [NoteID] = []
        var all = RowTable()
        let isRead = try read(way, order, limit: limit) { id in
            if all.insert(id) { found.append(NoteID(rawValue: id)) }
            return found.count < limit
        }
        guard isRead else {
            return order.first(limit, of: try notes(way.instead.ways, order, limit: .max))
        }
        // What comes in order is found from behind where the page begins.
        let extent: KeptRows.Extent? =
            if found.count < limit, !way.isOrdered || order.after == nil {
                .all
            } else if found.count == limit, let last = found.last {
                way.isOrdered ? .first(order.sort, after: order.after, upTo: last) : .some
            } else {
                nil
            }
        if let extent {
            let kept = KeptRows.Found(ids: found.map(\.rawValue), extent: extent)
            try keptRows()[way: way.key] = KeptRows.Kept(kept, at: changes?.number ?? 0)
        }
        return found
    }

    /// Lends the notes that a way finds, perhaps some of them twice, for as long as more are wanted; false where that took
    /// longer than another way would.
    private func read(
        _ way: SearchStatement,
        _ order: PageOrder,
        limit: Int,
        _ body: (Int64) -> Bool
    ) throws -> Bool {
        let sets = try way.sets.map { set in
            RowTest(rows: try rows(of: set), isWanted: set.isWanted, isOfCards: set.isOfCards)
        }
        // Where rows are left out here, it is not known how many have to be read.
        let most = sets.isEmpty ? limit : nil
        let asksCards = way.asksCards
        let sql = way.isOrdered ? way.inOrder(order, limit: most) : way.some
        func take(_ row: borrowing Row) -> Bool {
            let note = row.int64(0)
            let card = asksCards ? row.int64(1) : 0
            return sets.allSatisfy { $0.passes(note, card) } ? body(note) : true
        }
        guard !way.instead.ways.isEmpty else {
            try connection.forEach(sql, whileWanted: take)
            return true
        }
        return try connection.forEach(
            sql,
            forThousandSteps: max(1, Int(way.instead.cost * way.stepsOfMicrosecond / 1_000)),
            whileWanted: take
        )
    }

    private func rows(of set: SearchSet) throws -> RowTable {
        if let known = try known(set) { return known }
        var table = RowTable(capacity: set.size)
        // NB: A closure that returned what `insert` does would be asked whether more rows are wanted.
        try connection.forEach(set.rows) { row in _ = table.insert(row.int64(0)) }
        try keptRows()[set: set.rows] = KeptRows.Kept(table, at: changes?.number ?? 0)
        return table
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

    /// What decks count of themselves.
    func knownCount(of way: SearchStatement) throws -> Int? {
        guard way.isStartAlone else { return nil }
        switch way.start {
        case .notes: return try noteCount()
        case .decks(let decks): return try count(in: decks)
        case .match, .words, .unasked, .unindexed, .tags, .rows, .cards, .cardsInOrder: return nil
        }
    }

    func noteCount() throws -> Int { try deckCounts().values.reduce(0) { $0 + $1.notes } }

    func count(in decks: [Int64]) throws -> Int {
        let counts = try deckCounts()
        return decks.reduce(0) { $0 + (counts[DeckID(rawValue: $1)]?.notes ?? 0) }
    }
}

/// A set as each row is asked: no more than that takes, because there are many.
private struct RowTest {
    let rows: RowTable
    let isWanted: Bool
    let isOfCards: Bool

    func passes(_ note: Int64, _ card: Int64) -> Bool {
        rows.contains(isOfCards ? card : note) == isWanted
    }
}

extension PageOrder {
    /// The first of some notes behind where the page begins, each once; they may come in any order.
    func first(_ limit: Int, of notes: [NoteID]) -> [NoteID] {
        let notes = after.map { after in notes.filter { areInOrder(after, $0) } } ?? notes
        // A page is found in one go, without all of them being put in order.
        guard limit <= Self.mostHeld else {
            var sorted = notes.sorted(by: areInOrder)
            sorted.removeRepeated()
            return Array(sorted.prefix(limit))
        }
        var first: [NoteID] = []
        for note in notes {
            if first.count == limit {
                guard let last = first.last, areInOrder(note, last) else { continue }
            }
            var place = first.count
            while place > 0, areInOrder(note, first[place - 1]) { place -= 1 }
            if place > 0, first[place - 1] == note { continue }
            first.insert(note, at: place)
            if first.count > limit { first.removeLast() }
        }
        return first
    }

    private static let mostHeld = 128
}

extension [NoteID] {
    /// Leaves one of those that stand side by side.
    fileprivate mutating func removeRepeated() {
        var last: NoteID?
        removeAll { note in
            defer { last = note }
            return note == last
        }
    }
}
