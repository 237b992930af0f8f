internal import Notes
internal import SQLite

extension Reading where Self: ~Copyable {
    /// Different notes that some ways find, up to a limit.
    ///
    /// Those of one way that has an order come in that order, from behind where a page begins.
    func notes(
        _ ways: [SearchStatement],
        _ order: PageOrder = PageOrder(.newest),
        limit: Int
    ) throws -> [NoteID] {
        var found: [NoteID] = []
        var seen = NoteTable()
        let areDistinct = ways.count == 1 && ways[0].isOrdered
        for way in ways where found.count < limit {
            let sets = try way.sets.map { (notes: try table($0), isWanted: $0.isWanted) }
            // Where rows are left out here, it is not known how many have to be read.
            let most = sets.isEmpty ? limit : nil
            try connection.forEach(
                way.isOrdered ? way.inOrder(order, limit: most) : way.some,
                whileWanted: { row in
                    let note: NoteID = row.id(0)
                    for set in sets where set.notes.contains(note) != set.isWanted { return true }
                    if areDistinct || seen.insert(note) { found.append(note) }
                    return found.count < limit
                }
            )
        }
        return found
    }

    private func table(_ set: SearchSet) throws -> NoteTable {
        var table = NoteTable(capacity: set.size)
        // NB: A closure that returned what `insert` does would be asked whether more rows are wanted.
        try connection.forEach(set.notes) { row in _ = table.insert(row.id(0)) }
        return table
    }

    /// How many notes a way finds that has an order, up to a limit.
    func count(_ way: SearchStatement, limit: Int) throws -> Int {
        way.sets.isEmpty
            ? try number(way.count(limit: limit))
            : try notes([way], limit: limit).count
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
        case .match, .unasked, .tags, .rows, .cards, .cardsInOrder: return nil
        }
    }

    func noteCount() throws -> Int { try deckCounts().values.reduce(0) { $0 + $1.notes } }

    func count(in decks: [Int64]) throws -> Int {
        let counts = try deckCounts()
        return decks.reduce(0) { $0 + (counts[DeckID(rawValue: $1)]?.notes ?? 0) }
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
