internal import Notes
internal import SQLite

extension Reading where Self: ~Copyable {
    /// Finds a page and counts the rest.
    func find(
        _ alternatives: [[SearchStatement]],
        _ order: PageOrder,
        limit: Int,
        in found: inout FoundNotes
    ) throws {
        let bound = FoundNotes.countingLimit + 1
        let ways = alternatives.flatMap(\.self)
        let page: [NoteID]
        if order.isByID, ways.count == 1, let all = try notesMet(by: ways[0], order) {
            found.isTotalExact = all.count < bound
            found.total = min(all.count, FoundNotes.countingLimit)
            page = self.page(of: all, order, limit: limit + 1)
        } else if order.isByID, ways.count == 1, let count = try knownCount(of: ways[0]) {
            found.total = count
            page = try self.page(ways, order, limit: limit + 1)
        } else if order.isByID, alternatives.count == 1, ways.allSatisfy(\.isOrdered) {
            var count = 0
            if order.after == nil, ways.contains(where: \.isCostly) {
                // What is looked at for the page is counted on the way.
                let all = try ways.flatMap { try ids($0.inOrder(order, limit: bound)) }
                count = all.count
                page =
                    ways.count == 1
                    ? all : Array(all.sorted(by: order.areInOrder).prefix(limit + 1))
            } else {
                page = try self.page(ways, order, limit: limit + 1)
                // Where the first page is the last one too, it has been counted.
                let isAll = order.after == nil && page.count <= limit
                count =
                    isAll
                    ? page.count : try ways.reduce(0) { try $0 + number($1.count(limit: bound)) }
            }
            found.isTotalExact = count < bound
            found.total = min(count, FoundNotes.countingLimit)
        } else {
            let some = try someNotes(ways, limit: bound)
            found.isTotalExact = some.count < bound
            found.total = min(some.count, FoundNotes.countingLimit)
            page =
                found.isTotalExact
                ? try self.page(of: some, order, limit: limit + 1)
                : try self.page(ways, order, limit: limit + 1)
        }
        found.notes = Array(page.prefix(limit))
        found.next = page.count > limit ? found.notes.last : nil
    }

    /// Finds a page, in the order of ids, and no more.
    func findPage(
        _ alternatives: [[SearchStatement]],
        _ order: PageOrder,
        limit: Int,
        in found: inout FoundNotes
    ) throws {
        var notes: Set<NoteID> = []
        for way in alternatives.joined() {
            if way.isOrdered {
                notes.formUnion(try ids(way.inOrder(order, limit: limit + 1)))
            } else {
                let all = Set(try ids(way.some)).sorted(by: order.areInOrder)
                notes.formUnion(page(of: all, order, limit: limit + 1))
            }
        }
        let page = notes.sorted(by: order.areInOrder).prefix(limit + 1)
        found.notes = Array(page.prefix(limit))
        found.next = page.count > limit ? found.notes.last : nil
        found.total = found.notes.count
        found.isTotalExact = order.after == nil && found.next == nil
    }

    /// Notes that some way finds, up to a limit.
    private func someNotes(_ ways: [SearchStatement], limit: Int) throws -> Set<NoteID> {
        var notes: Set<NoteID> = []
        for way in ways {
            try connection.forEach(
                way.some,
                whileWanted: { row in
                    notes.insert(row.id(0))
                    return notes.count < limit
                }
            )
        }
        return notes
    }

    /// A page of notes that are all there are.
    private func page(of notes: Set<NoteID>, _ order: PageOrder, limit: Int) throws -> [NoteID] {
        guard order.isByID else {
            let condition =
                SQL("+n.id IN (SELECT value FROM json_each(?))", list(Array(notes)))
            return try ids(order.page(where: condition, limit: limit))
        }
        return page(of: notes.sorted(by: order.areInOrder), order, limit: limit)
    }

    /// A page of notes that are all there are, in order.
    private func page(of notes: [NoteID], _ order: PageOrder, limit: Int) -> [NoteID] {
        guard let after = order.after else { return Array(notes.prefix(limit)) }
        return Array(notes.lazy.drop { !order.areInOrder(after, $0) }.prefix(limit))
    }

    /// A page of notes that are too many to be put in order.
    private func page(
        _ ways: [SearchStatement],
        _ order: PageOrder,
        limit: Int
    ) throws -> [NoteID] {
        guard order.isByID else {
            let condition = SQL(joining: ways.map(\.ofAnyNote), by: " OR ").inBrackets
            return try ids(order.page(where: condition, limit: limit))
        }
        var notes: Set<NoteID> = []
        for way in ways { notes.formUnion(try ids(way.page(order, limit: limit))) }
        return Array(notes.sorted(by: order.areInOrder).prefix(limit))
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
    private func knownCount(of way: SearchStatement) throws -> Int? {
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
