internal import Notes
internal import SQLite

extension Reading where Self: ~Copyable {
    /// The way in which some conditions are best looked for.
    func way(
        of conjuncts: [SearchCondition],
        for purpose: SearchPurpose,
        _ reading: SearchReading
    ) throws -> SearchStatement {
        let starts = conjuncts.compactMap { start(of: $0, among: conjuncts, reading) }
        let matches = conjuncts.compactMap(\.match)
        if !matches.isEmpty {
            let match = SearchCondition.match(
                matches,
                without: conjuncts.compactMap(\.excludedMatch)
            )
            return SearchStatement(
                conjuncts,
                start: .match(match),
                others: starts.filter { if case .cards = $0 { true } else { false } }
            )
        }
        let asksCard = conjuncts.contains(where: \.asksCard)
        let best = try start(of: conjuncts, among: starts, asksCard, for: purpose)
        return SearchStatement(conjuncts, start: best)
    }

    /// Where to begin: what takes least, as far as that can be told beforehand.
    ///
    /// Where a page is enough, what comes in order is gone through until the page is full, and what comes in another order
    /// is gone through whole.
    private func start(
        of conjuncts: [SearchCondition],
        among starts: [SearchStatement.Start],
        _ asksCard: Bool,
        for purpose: SearchPurpose
    ) throws -> SearchStatement.Start {
        let all = asksCard ? SearchStatement.Start.cardsInOrder : .notes
        // Where there is nothing to choose, nothing need be counted.
        guard let first = starts.first else { return all }
        if conjuncts.count == 1, purpose == .all || first.isOrdered { return first }
        let ways = try (starts + [all]).map { start in
            (start, rows: try number(of: start, conjuncts, limit: purpose.mostCounted))
        }
        let part = purpose == .page ? try partForPage(ways.dropLast().map(\.rows)) : 1
        var best: (start: SearchStatement.Start, cost: Double)?
        for (start, rows) in ways {
            let cost = cost(of: start, rows: rows, conjuncts) * (start.isOrdered ? part : 1)
            if best.map({ cost < $0.cost }) != false { best = (start, cost) }
        }
        return best?.start ?? all
    }

    /// How much of what comes in order is gone through for a page, if the conditions have nothing to do with each other.
    private func partForPage(_ rows: [Int]) throws -> Double {
        let notes = Double(max(try noteCount(), 1))
        let found = rows.reduce(notes) { $0 * min(1, Double($1) / notes) }
        return min(1, Self.page / max(found, 1))
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
        rows: Int,
        _ conjuncts: [SearchCondition]
    ) -> Double {
        let tests = SearchStatement(conjuncts, start: start).costOfTests
        return switch start {
        case .match: 0
        case .notes: Double(rows) * (0.06 + tests)
        // Notes are asked about last, and only where a card passed.
        case .cardsInOrder: Double(rows) * (0.06 + 0.2 * tests)
        case .decks, .tags, .rows, .unasked, .cards: Double(rows) * (0.2 + tests)
        }
    }

    /// How many rows a start gives; about how many, where they are more than the limit.
    private func number(
        of start: SearchStatement.Start,
        _ conjuncts: [SearchCondition],
        limit: Int
    ) throws -> Int {
        let first = conjuncts.lazy.compactMap { condition -> Int64? in
            if case .range(let first) = condition.source { first } else { nil }
        }.first
        switch start {
        case .match: return 0
        case .notes: return try first.map { try number(from: $0, limit: limit) } ?? noteCount()
        case .cardsInOrder:
            let cards = try number(SQL("SELECT coalesce(max(id), 0) FROM card"))
            let notes = try noteCount()
            guard let first, notes > 0 else { return cards }
            return cards * min(try number(from: first, limit: limit), notes) / notes
        case .decks(let decks): return try count(in: decks)
        case .tags, .rows, .unasked, .cards:
            var limit = limit
            if case .cards(let index) = start { limit = min(limit, index.mostCounted) }
            let rows = try number(SearchStatement(conjuncts, start: start).size(limit: limit))
            // They are more than were counted; how many more is anybody's guess: as far from these as from all.
            guard rows == limit else { return rows }
            return max(rows, Int(Double(rows * (try noteCount())).squareRoot()))
        }
    }

    /// How many notes there are from an id on, up to a limit.
    private func number(from first: Int64, limit: Int) throws -> Int {
        try number(
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
                limit
            )
        )
    }

    /// How many notes a page is taken to show.
    private static var page: Double { 51 }
}

/// What a search is for.
enum SearchPurpose {
    /// All that is found, or their number.
    case all
    /// A page of it.
    case page

    /// How far rows are counted to find out where to begin.
    fileprivate var mostCounted: Int { self == .all ? 20_000 : 8_000 }
}
