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
        if purpose == .all, conjuncts.count == 1, let only = starts.first {
            return SearchStatement(conjuncts, start: only)
        }
        let best =
            purpose == .all
            ? try start(of: conjuncts, among: starts, asksCard)
            : try pageStart(of: conjuncts, among: starts, asksCard)
        return SearchStatement(conjuncts, start: best)
    }

    /// Where to begin when all have to be found.
    private func start(
        of conjuncts: [SearchCondition],
        among starts: [SearchStatement.Start],
        _ asksCard: Bool
    ) throws -> SearchStatement.Start {
        var best: (start: SearchStatement.Start, cost: Double)?
        for start in starts + [asksCard ? .cardsInOrder : .notes] {
            // Where nothing else can be looked up, nothing need be counted.
            let cost = starts.isEmpty ? 0 : try cost(of: start, conjuncts)
            if best.map({ cost < $0.cost }) != false { best = (start, cost) }
        }
        return best?.start ?? .notes
    }

    /// Where to begin when a page is enough.
    ///
    /// What gives few rows is gone through whatever its order. Else one goes in order from one row to the next: of all
    /// ways to do so the one that would be over first comes to its fifty rows first.
    private func pageStart(
        of conjuncts: [SearchCondition],
        among starts: [SearchStatement.Start],
        _ asksCard: Bool
    ) throws -> SearchStatement.Start {
        let all = asksCard ? SearchStatement.Start.cardsInOrder : .notes
        if conjuncts.count == 1, let start = starts.first, start.isOrdered { return start }
        var few: (start: SearchStatement.Start, size: Int)?
        for start in starts {
            let size = try smallSize(of: SearchStatement(conjuncts, start: start))
            if let size, size < few?.size ?? .max { few = (start, size) }
        }
        if let few { return few.start }
        let ordered = starts.filter(\.isOrdered)
        var best: (start: SearchStatement.Start, cost: Double)?
        for start in ordered + [all] {
            // Where nothing else can be looked up, nothing need be counted.
            let cost = ordered.isEmpty ? 0 : try cost(of: start, conjuncts)
            if cost < best?.cost ?? .infinity { best = (start, cost) }
        }
        return best?.start ?? all
    }

    /// How many rows a way gives to look at, where that is few.
    private func smallSize(of way: SearchStatement) throws -> Int? {
        switch way.start {
        case .match, .notes, .cardsInOrder: return nil
        case .decks, .tags, .rows, .unasked, .cards:
            let size = try number(way.size(limit: Self.few))
            return size < Self.few ? size : nil
        }
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
            var rows = try number(way.size(limit: limit))
            // They are more than were counted; how many more is anybody's guess.
            if rows == limit { rows = max(rows, try noteCount() / 4) }
            return Double(rows) * (0.2 + way.costOfTests)
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

    /// Up to how many rows are gone through for the sake of a page.
    private static var few: Int { 1_000 }
}

/// What a search is for.
enum SearchPurpose {
    /// All that is found, or their number.
    case all
    /// A page of it.
    case page
}
