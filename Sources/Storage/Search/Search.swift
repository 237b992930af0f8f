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
        let ways = try statements(of: query, with: &reading)
        if !ways.isEmpty {
            try find(ways, PageOrder(sort, after: after), limit: max(limit, 0), in: &found)
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

    /// How a query is asked of the tables; nothing where it finds none whatever they hold.
    ///
    /// What any of the statements finds is found. Those of one list find different notes: those with a card that was
    /// asked, and those without.
    func statements(
        of query: SearchQuery,
        with reading: inout SearchReading
    ) throws -> [[SearchStatement]] {
        let condition = try reading.condition(of: query)
        let someAreUnasked =
            try connection.row(
                """
                SELECT 1
                FROM note INDEXED BY note_unasked
                WHERE cards = 0
                AND binned IS NULL
                LIMIT 1
                """
            ) { _ in true } == true
        return try condition.alternatives.map { conjuncts in
            var ways = [SearchStatement(conjuncts, start: try start(of: conjuncts, reading))]
            guard someAreUnasked, conjuncts.contains(where: \.asksCard) else { return ways }
            let unmade = SearchCondition.every(conjuncts.map(\.ofUnmadeCard) + [.unasked])
            if case .never = unmade { return ways }
            let others = unmade.conjuncts
            ways.append(SearchStatement(others, start: try start(of: others, reading)))
            return ways
        }
    }

    private func find(
        _ alternatives: [[SearchStatement]],
        _ order: PageOrder,
        limit: Int,
        in found: inout FoundNotes
    ) throws {
        let bound = FoundNotes.countingLimit + 1
        let ways = alternatives.flatMap(\.self)
        let page: [NoteID]
        if order.isByID, ways.count == 1, let count = try knownCount(of: ways[0]) {
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
        let rest = order.after.map { after in notes.filter { order.areInOrder(after, $0) } }
        return Array((rest ?? notes).sorted(by: order.areInOrder).prefix(limit))
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

    private func ids(_ sql: SQL) throws -> [NoteID] {
        var ids: [NoteID] = []
        try connection.forEach(sql) { ids.append($0.id(0)) }
        return ids
    }

    private func number(_ sql: SQL) throws -> Int {
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

    private func noteCount() throws -> Int { try deckCounts().values.reduce(0) { $0 + $1.notes } }

    private func count(in decks: [Int64]) throws -> Int {
        let counts = try deckCounts()
        return decks.reduce(0) { $0 + (counts[DeckID(rawValue: $1)]?.notes ?? 0) }
    }
}

// MARK: - Where to begin

extension Reading where Self: ~Copyable {
    /// Where a search best begins.
    private func start(
        of conjuncts: [SearchCondition],
        _ reading: SearchReading
    ) throws -> SearchStatement.Start {
        let matches = conjuncts.compactMap(\.match)
        if !matches.isEmpty {
            return .match(
                SearchCondition.match(matches, without: conjuncts.compactMap(\.excludedMatch))
            )
        }
        let asksCard = conjuncts.contains(where: \.asksCard)
        let starts = conjuncts.compactMap { start(of: $0, among: conjuncts, reading) }
        if conjuncts.count == 1, let start = starts.first { return start }
        var best: (start: SearchStatement.Start, cost: Double)?
        for start in starts + [asksCard ? .cardsInOrder : .notes] {
            // Where nothing else can be looked up, nothing need be counted.
            let cost = starts.isEmpty ? 0 : try cost(of: start, conjuncts)
            if best.map({ cost < $0.cost }) != false { best = (start, cost) }
        }
        return best?.start ?? .notes
    }

    /// Where one could begin because of one condition.
    private func start(
        of condition: SearchCondition,
        among conjuncts: [SearchCondition],
        _ reading: SearchReading
    ) -> SearchStatement.Start? {
        switch condition.source {
        case .decks(let decks): return .decks(decks)
        case .tags(let tags): return .tags(tags)
        case .rows(let rows, let isOrdered): return .rows(rows, isOrdered: isOrdered)
        case .unasked: return .unasked
        case .range: return conjuncts.contains(where: \.asksCard) ? nil : .notes
        case nil: break
        }
        guard let index = condition.cardIndex else { return nil }
        guard index.isByDeck, let decks = conjuncts.lazy.compactMap(\.homeDecks).first else {
            return .cards(index)
        }
        // A card that is due is dealt by a deck, and by the one that the note lies in unless it lies elsewhere.
        return .cards(reading.dueCards(in: decks))
    }

    /// About how many microseconds a start comes to, as they were measured in a library that does not fit into memory.
    private func cost(
        of start: SearchStatement.Start,
        _ conjuncts: [SearchCondition]
    ) throws -> Double {
        let way = SearchStatement(conjuncts, start: start)
        let first = conjuncts.lazy.compactMap { condition -> Int64? in
            if case .range(let first) = condition.source { first } else { nil }
        }.first
        switch start {
        case .match: return 0
        case .notes:
            let rows = try first.map { try number(of: .range($0)) } ?? noteCount()
            return Double(rows) * (0.06 + way.costOfTests)
        case .cardsInOrder:
            let cards = try number(SQL("SELECT coalesce(max(id), 0) FROM card"))
            let notes = max(try noteCount(), 1)
            let part = try first.map { min(Double(try number(of: .range($0))) / Double(notes), 1) }
            // Notes are asked about last, and only where a card passed.
            return Double(cards) * (part ?? 1) * (0.06 + 0.2 * way.costOfTests)
        case .decks(let decks): return Double(try count(in: decks)) * (0.2 + way.costOfTests)
        case .tags, .rows, .unasked, .cards:
            var limit = Self.mostCounted
            if case .cards(let index) = start { limit = index.mostCounted }
            return Double(try number(way.size(limit: limit))) * (0.2 + way.costOfTests)
        }
    }

    /// How many notes there are from an id on.
    private func number(of source: SearchCondition.Source) throws -> Int {
        guard case .range(let first) = source else { return Self.mostCounted }
        return try number(
            SQL(
                """
                SELECT count(*)
                FROM (
                    SELECT 1
                    FROM note INDEXED BY note_in_order
                    WHERE id >= ?
                    AND binned IS NULL
                    LIMIT ?
                )
                """,
                first,
                Self.mostCounted
            )
        )
    }

    /// How far rows are counted to find out where to begin.
    private static var mostCounted: Int { 20_000 }
}
