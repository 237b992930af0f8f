public import Notes
internal import SQLite

extension Reading where Self: ~Copyable {
    /// Finds the notes that a query asks for, but for the bin, and returns one page of them.
    ///
    /// - Parameters:
    ///   - limit: the most notes of the page.
    ///   - after: the note behind which the page begins; nil is for the first page.
    public func search(
        _ query: SearchQuery,
        sort: NoteSort = .newest,
        limit: Int,
        after: NoteID? = nil,
        on day: SearchDay
    ) throws -> FoundNotes {
        var reading = try searchReading(on: day)
        var found = FoundNotes(notes: [], total: 0, isTotalExact: true, mistakes: [])
        if let statement = try statement(of: query, with: &reading) {
            try find(statement, sort: sort, limit: max(limit, 0), after: after, in: &found)
        }
        found.mistakes = (query.mistakes + reading.remarks).sorted {
            $0.range.lowerBound < $1.range.lowerBound
        }
        return found
    }

    func searchReading(on day: SearchDay) throws -> SearchReading {
        try SearchReading(
            connection: connection,
            vocabulary: vocabulary,
            day: day,
            leechLapses: try settings().leechLapses,
            decks: try decks(),
            types: Array(try noteTypes().values)
        )
    }

    /// How a query is asked of the tables; nil where it finds nothing whatever they hold.
    func statement(
        of query: SearchQuery,
        with reading: inout SearchReading
    ) throws -> SearchStatement? {
        let condition = try reading.condition(of: query)
        if case .never = condition { return nil }
        let conjuncts = condition.conjuncts
        return SearchStatement(conjuncts, start: try start(of: conjuncts))
    }

    private func find(
        _ statement: SearchStatement,
        sort: NoteSort,
        limit: Int,
        after: NoteID?,
        in found: inout FoundNotes
    ) throws {
        let order = SearchStatement.PageOrder(sort, after: after)
        var notes: [NoteID]?
        if let count = try knownCount(of: statement) {
            found.total = count
        } else {
            let bound = FoundNotes.countingLimit + 1
            var some = try ids(statement.some(limit: bound, newestFirst: sort != .oldest))
            if some.count < bound, let unmade = statement.unmade(limit: bound - some.count) {
                some += try ids(unmade)
            }
            found.isTotalExact = some.count < bound
            found.total = min(some.count, FoundNotes.countingLimit)
            if order.isByID, found.isTotalExact || statement.isOrdered {
                notes = page(of: some, order, isOrdered: statement.isOrdered)
                // The page may lie behind what was counted.
                if !found.isTotalExact, notes.map({ $0.count <= limit }) == true { notes = nil }
            }
        }
        let page = try notes ?? ids(statement.page(order, limit: limit + 1))
        found.notes = Array(page.prefix(limit))
        found.next = page.count > limit ? found.notes.last : nil
    }

    private func page(
        of notes: [NoteID],
        _ order: SearchStatement.PageOrder,
        isOrdered: Bool
    ) -> [NoteID] {
        let isNewestFirst = order.sort == .newest
        let sorted = isOrdered ? notes : notes.sorted { isNewestFirst ? $0 > $1 : $0 < $1 }
        guard let after = order.after else { return sorted }
        return Array(sorted.drop { isNewestFirst ? $0 >= after : $0 <= after })
    }

    private func ids(_ sql: SQL) throws -> [NoteID] {
        var ids: [NoteID] = []
        try connection.forEach(sql) { ids.append($0.id(0)) }
        return ids
    }

    /// What decks count of themselves.
    private func knownCount(of statement: SearchStatement) throws -> Int? {
        guard statement.isStartAlone else { return nil }
        switch statement.start {
        case .notes: return try deckCounts().values.reduce(0) { $0 + $1.notes }
        case .decks(let decks): return try count(in: decks)
        case .match, .tags, .rows, .cards: return nil
        }
    }

    private func count(in decks: [Int64]) throws -> Int {
        let counts = try deckCounts()
        return decks.reduce(0) { $0 + (counts[DeckID(rawValue: $1)]?.notes ?? 0) }
    }

    /// Where a search best begins.
    private func start(of conjuncts: [SearchCondition]) throws -> SearchStatement.Start {
        let matches = conjuncts.compactMap(\.match)
        if !matches.isEmpty {
            return .match(
                SearchCondition.match(matches, without: conjuncts.compactMap(\.excludedMatch))
            )
        }
        // Decks know how many notes they hold, tags are counted by an index alone: so they come first.
        var decks: [SearchStatement.Start] = []
        var tags: [SearchStatement.Start] = []
        var rows: [SearchStatement.Start] = []
        var cards: [SearchStatement.Start] = []
        for condition in conjuncts {
            switch condition {
            case .note(_, .decks(let ids)), .card(_, _, _, .decks(let ids)):
                decks.append(.decks(ids))
            case .note(_, .tags(let names)): tags.append(.tags(names))
            case .note(_, .rows(let sql)): rows.append(.rows(sql))
            case _ where condition.indexed != nil: cards.append(.cards)
            default: continue
            }
        }
        let starts = decks + tags + rows + cards
        guard let first = starts.first else {
            return conjuncts.contains(where: \.asksCard) ? .cards : .notes
        }
        guard starts.count > 1 else { return first }
        var best = (start: first, size: FoundNotes.countingLimit + 1)
        for start in starts {
            // What is no smaller than the smallest so far need not be counted to its end.
            let size = try size(of: start, conjuncts, limit: best.size)
            if size < best.size { best = (start, size) }
        }
        return best.start
    }

    /// About how many rows a start gives, up to a limit.
    private func size(
        of start: SearchStatement.Start,
        _ conjuncts: [SearchCondition],
        limit: Int
    ) throws -> Int {
        switch start {
        case .match, .notes: return limit
        case .decks(let decks): return try count(in: decks)
        case .tags(let tags):
            return try ids(
                SQL("SELECT note FROM note_tag WHERE folded_tag IN") + SQL(list: tags)
                    + SQL("LIMIT ?", limit)
            ).count
        case .rows(let rows):
            return try ids(
                SQL("SELECT n.id FROM note AS n WHERE") + rows
                    + SQL("AND n.binned IS NULL LIMIT ?", limit)
            ).count
        case .cards:
            let own = conjuncts.filter { condition in
                if case .note(_, .decks) = condition { return true }
                return condition.indexed != nil
            }
            return try ids(
                SearchStatement(own, start: start).some(limit: limit, newestFirst: true)
            ).count
        }
    }
}
