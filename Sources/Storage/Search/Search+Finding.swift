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
        let count: Int
        if order.isByID, ways.count == 1, let known = try knownCount(of: ways[0]) {
            page = try self.page(ways, order, limit: limit + 1)
            found.notes = Array(page.prefix(limit))
            found.next = page.count > limit ? found.notes.last : nil
            found.total = known
            return
        }
        if order.isByID, alternatives.count == 1, ways.allSatisfy(\.isOrdered) {
            // What is counted is kept, for the pages to come.
            let all = try ways.flatMap {
                try notes([$0], order.fromTheBeginning, limit: bound)
            }
            count = all.count
            page =
                order.after == nil || count < bound
                ? order.first(limit + 1, of: all)
                : try self.page(ways, order, limit: limit + 1)
        } else {
            let some = try notes(ways, limit: bound)
            count = some.count
            page =
                count < bound
                ? try self.page(of: some, order, limit: limit + 1)
                : try self.page(ways, order, limit: limit + 1)
        }
        found.isTotalExact = count < bound
        found.total = min(count, FoundNotes.countingLimit)
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
        let notes = try alternatives.joined().flatMap { way in
            try self.notes([way], order, limit: way.isOrdered ? limit + 1 : .max)
        }
        let page = order.first(limit + 1, of: notes)
        found.notes = Array(page.prefix(limit))
        found.next = page.count > limit ? found.notes.last : nil
        found.total = found.notes.count
        found.isTotalExact = order.after == nil && found.next == nil
    }

    /// A page of notes that are all there are.
    private func page(of notes: [NoteID], _ order: PageOrder, limit: Int) throws -> [NoteID] {
        guard order.isByID else {
            let condition = SQL("+n.id IN (SELECT value FROM json_each(?))", jsonArray(of: notes))
            return try ids(order.page(where: condition, limit: limit))
        }
        return order.first(limit, of: notes)
    }

    /// A page of notes that are too many to be put in order.
    private func page(
        _ ways: [SearchStatement],
        _ order: PageOrder,
        limit: Int
    ) throws -> [NoteID] {
        guard order.isByID else {
            let condition = SQL(joining: ways.map(\.ofAnyNote), by: " OR ").parenthesized
            return try ids(order.page(where: condition, limit: limit))
        }
        return order.first(
            limit,
            of: try ways.flatMap { way in
                if way.isOrdered { return try notes([way], order, limit: limit) }
                if try keptRows().contains(way) {
                    return try notes([way], limit: .max)
                }
                guard let ordered = way.throughAll else {
                    return try ids(way.page(order, limit: limit))
                }
                return try notes([ordered], order, limit: limit)
            }
        )
    }
}
