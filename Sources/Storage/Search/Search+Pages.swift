internal import Notes
internal import SQLite

extension Reading where Self: ~Copyable {
    /// Finds a page and counts all results, up to a limit.
    func find(
        _ alternatives: [[SearchPlan]],
        _ order: PageOrder,
        limit: Int,
        in found: inout FoundNotes
    ) throws {
        let bound = FoundNotes.countingLimit + 1
        let plans = alternatives.flatMap(\.self)
        if order.isByID, plans.count == 1, let count = try knownCount(of: plans[0]) {
            found.setPage(try self.page(plans, order, limit: limit + 1), limit: limit)
            found.total = count
            return
        }
        let (page, count): ([NoteID], Int)
        if order.isByID, alternatives.count == 1, plans.allSatisfy(\.isOrdered) {
            // The notes that are counted are also cached, for the following pages.
            let all = try plans.flatMap {
                try notes([$0], order.fromBeginning, limit: bound)
            }
            count = all.count
            page =
                order.after == nil || count < bound
                ? order.first(limit + 1, of: all)
                : try self.page(plans, order, limit: limit + 1)
        } else {
            let some = try notes(plans, limit: bound)
            count = some.count
            page =
                count < bound
                ? try self.page(of: some, order, limit: limit + 1)
                : try self.page(plans, order, limit: limit + 1)
        }
        found.isTotalExact = count < bound
        found.total = min(count, FoundNotes.countingLimit)
        found.setPage(page, limit: limit)
    }

    /// Finds a page in the order of IDs without counting the rest.
    func findPage(
        _ alternatives: [[SearchPlan]],
        _ order: PageOrder,
        limit: Int,
        in found: inout FoundNotes
    ) throws {
        let notes = try alternatives.joined().flatMap { plan in
            try self.notes([plan], order, limit: plan.isOrdered ? limit + 1 : .max)
        }
        found.setPage(order.first(limit + 1, of: notes), limit: limit)
        found.total = found.notes.count
        found.isTotalExact = order.after == nil && found.next == nil
    }

    /// A page, given all results.
    private func page(of notes: [NoteID], _ order: PageOrder, limit: Int) throws -> [NoteID] {
        guard order.isByID else {
            let condition = SQL("+n.id IN (SELECT value FROM json_each(?))", jsonArray(of: notes))
            return try ids(order.page(where: condition, limit: limit))
        }
        return order.first(limit, of: notes)
    }

    /// A page of results that are too many to be sorted.
    private func page(
        _ plans: [SearchPlan],
        _ order: PageOrder,
        limit: Int
    ) throws -> [NoteID] {
        guard order.isByID else {
            let condition = SQL(joining: plans.map(\.noteCondition), by: " OR ").parenthesized
            return try ids(order.page(where: condition, limit: limit))
        }
        return order.first(
            limit,
            of: try plans.flatMap { plan in
                if plan.isOrdered { return try notes([plan], order, limit: limit) }
                if try searchCache().contains(plan) {
                    return try notes([plan], limit: .max)
                }
                return try notes([plan.fullScan], order, limit: limit)
            }
        )
    }
}

extension FoundNotes {
    /// - Parameter page: One note more than the limit if another page follows.
    fileprivate mutating func setPage(_ page: [NoteID], limit: Int) {
        notes = Array(page.prefix(limit))
        next = page.count > limit ? notes.last : nil
    }
}
