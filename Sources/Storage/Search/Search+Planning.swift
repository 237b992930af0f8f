internal import SQLite

extension Reading where Self: ~Copyable {
    /// The plan for some conditions with the lowest estimated cost.
    ///
    /// For a page, an ordered plan runs until the page is full; other plans run to their end.
    func plan(
        for conjuncts: [SearchCondition],
        _ purpose: SearchPurpose,
        _ compiler: SearchCompiler
    ) throws -> SearchPlan {
        let areIndexed = !compiler.state.lacksIndexes
        if compiler.scansTexts {
            return SearchPlan(conjuncts, scan: .unindexed, areIndexed: areIndexed)
        }
        guard areIndexed else {
            let scan = scans(for: conjuncts, []).last ?? .notes
            return SearchPlan(conjuncts, scan: scan, areIndexed: false)
        }
        let required = conjuncts.compactMap { scan(for: $0, among: conjuncts, compiler) }
        let isMatch = conjuncts.contains { $0.match != nil }
        let scansCards = required.contains { if case .cards = $0 { true } else { false } }
        let excluded = conjuncts.compactMap { condition -> SearchPlan.Scan? in
            guard case .not(let inner) = condition else { return nil }
            // A `MATCH` that finds words also excludes others.
            if let match = inner.match { return isMatch ? nil : .match(match) }
            guard inner.source != nil || scansCards && inner.cardIndex != nil else { return nil }
            return scan(for: inner, among: [], compiler)
        }
        let scans = scans(for: conjuncts, required)
        // Without a choice there is no need to count.
        guard let first = required.first ?? excluded.first else {
            return SearchPlan(conjuncts, scan: scans[0])
        }
        if conjuncts.count == 1, excluded.isEmpty, purpose == .all || first.isOrdered {
            return SearchPlan(conjuncts, scan: first)
        }
        let cache = try searchCache()
        let sets = try sets(required, excluded, cache)
        let matches = scans.filter { if case .match = $0 { true } else { false } }
        let found = try numberFound(required + matches, conjuncts)
        typealias Candidate = (plan: SearchPlan, cost: Double)
        func candidate(_ scan: SearchPlan.Scan, rows: Double) -> Candidate {
            let candidate = SearchPlan(conjuncts, scan: scan).adding(sets, forRows: rows, cache)
            // Its results are known already.
            return cache.contains(candidate.plan, for: purpose)
                ? (plan: candidate.plan, cost: 0) : candidate
        }
        var guesses: [Candidate] = []
        var complete: [Candidate] = []
        for scan in scans {
            let rows = try rows(of: scan, conjuncts)
            let part = scan.isOrdered ? min(1, purpose.neededNotes / max(found, 1)) : 1
            if part < 1 { guesses.append(candidate(scan, rows: Double(rows.estimate) * part)) }
            complete.append(candidate(scan, rows: Double(rows.maximum)))
        }
        guard let safe = complete.min(by: { $0.cost < $1.cost }) else {
            return SearchPlan(conjuncts, scan: scans[0])
        }
        guard var guess = guesses.min(by: { $0.cost < $1.cost }), guess.cost < safe.cost else {
            return safe.plan
        }
        if guess.plan.key != safe.plan.key {
            // A guess is wrong if it takes a quarter of what the safe plan probably takes and four times its own estimate. It
            // never runs longer than the safe plan may take, but always longer than its own estimate.
            let rows = try rows(of: safe.plan.scan, conjuncts)
            let quarter = safe.cost * Double(rows.estimate) / Double(max(rows.maximum, 1)) / 4
            guess.plan.fallback = ([safe.plan], max(quarter, min(4 * guess.cost, safe.cost)))
        }
        return guess.plan
    }

    /// What could be scanned; only the full-text index if the conditions include words, which few notes have.
    private func scans(
        for conjuncts: [SearchCondition],
        _ required: [SearchPlan.Scan]
    ) -> [SearchPlan.Scan] {
        let matches = conjuncts.compactMap(\.match)
        guard matches.isEmpty else {
            let excluded = conjuncts.compactMap(\.excludedMatch)
            return [.match(SearchCondition.match(matches, without: excluded))]
        }
        return required + [conjuncts.contains(where: \.readsCard) ? .allCards : .notes]
    }

    /// Possible sets, the smallest first, without those that are too large to be counted and not cached.
    private func sets(
        _ required: [SearchPlan.Scan],
        _ excluded: [SearchPlan.Scan],
        _ cache: SearchCache
    ) throws -> [SearchSet] {
        let all =
            required.map { SearchSet(scan: $0) }
            + excluded.map { SearchSet(scan: $0, isRequired: false) }
        return try all.compactMap { set in
            var set = set
            let rows = try rows(of: set.scan, [])
            guard rows.estimate == rows.maximum || set.isMatch || cache.contains(set) else {
                return nil
            }
            set.size = rows.estimate
            return set
        }
        .sorted { $0.size < $1.size }.prefix(Self.setLimit).map(\.self)
    }

    /// How many sets are considered, because a query may have a hundred terms and each set is considered with each scan.
    private static var setLimit: Int { 6 }

    /// About how many notes are found, if the conditions are independent of each other.
    private func numberFound(
        _ required: [SearchPlan.Scan],
        _ conjuncts: [SearchCondition]
    ) throws -> Double {
        let notes = Double(max(try noteCount(), 1))
        return try required.reduce(notes) { found, scan in
            let rows = try rows(of: scan, conjuncts).estimate
            return found * min(1, Double(rows) / notes)
        }
    }

    /// What could be scanned because of one condition.
    private func scan(
        for condition: SearchCondition,
        among conjuncts: [SearchCondition],
        _ compiler: SearchCompiler
    ) -> SearchPlan.Scan? {
        switch condition.source {
        case .decks(let decks): return .decks(decks)
        case .tags(let tags): return .tags(tags)
        case .rows(let rows, let isOrdered): return .rows(rows, isOrdered: isOrdered)
        case .withoutCards: return .notesWithoutCards
        case .words(let words): return .words(words)
        case .range: return conjuncts.contains(where: \.readsCard) ? nil : .notes
        case nil: break
        }
        guard let index = condition.cardIndex else { return nil }
        if index.sql == SearchCondition.CardIndex.newCards.sql,
            conjuncts.contains(where: { $0.cardIndex?.excludesUnreviewed == true })
        {
            return .cards(.resetCards)
        }
        guard index.isByDeck, let decks = conjuncts.lazy.compactMap(\.homeDecks).first else {
            return .cards(index)
        }
        // A due card is dealt by the deck of its note unless the card itself is in another one.
        return .cards(compiler.dueCards(in: decks))
    }

    /// How many rows a scan has: an estimate and a maximum, which are the same if it could be counted.
    private func rows(
        of scan: SearchPlan.Scan,
        _ conjuncts: [SearchCondition]
    ) throws -> (estimate: Int, maximum: Int) {
        let first = conjuncts.lazy.compactMap { condition -> Int64? in
            if case .range(let first) = condition.source { first } else { nil }
        }.first
        // Counting takes milliseconds; a condition that is too long to be counted cannot become a set.
        var limit = max(40_000, try noteCount() / 5)
        let all = try first.map { try number(from: $0, limit: limit) } ?? noteCount()
        switch scan {
        case .notes, .unindexed: return (all, all)
        case .allCards:
            let cards = try number(SQL("SELECT coalesce(max(id), 0) FROM card"))
            let notes = max(try noteCount(), 1)
            let some = cards * min(all, notes) / notes
            return (some, some)
        case .decks(let decks):
            let notes = try count(in: decks)
            return (notes, notes)
        case .words(let words):
            // Estimated from the share of these among all words, with a dozen words a note.
            let part = Double(words.count) / Double(max(try vocabulary.count(on: connection), 1))
            let some = Int(Double(all) * min(1, 12 * part))
            return (some, some)
        case .match, .tags, .rows, .notesWithoutCards, .cards:
            if case .cards(let index) = scan { limit = min(limit, index.countingLimit) }
            let rows = try size(SearchPlan(conjuncts, scan: scan).size(limit: limit))
            guard rows == limit else { return (rows, rows) }
            // Nothing is known beyond the limit: the geometric mean of the limit and all notes.
            return (max(rows, Int(Double(rows * all).squareRoot())), max(rows, all))
        }
    }

    /// How many notes there are from an ID on, up to a limit.
    private func number(from first: Int64, limit: Int) throws -> Int {
        try size(
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

    /// Runs a counting statement for an estimate, unless its result is cached.
    ///
    /// While somebody types, each letter repeats the same conditions, and a few changes make little difference.
    private func size(_ sql: SQL) throws -> Int {
        let sizes = try connection.cached("sizes of indexes", throughChanges: 30) {
            SizeCache()
        }
        sizes.validate(noteCount: try noteCount())
        if let size = sizes[sql] { return size }
        let size = try number(sql)
        sizes[sql] = size
        return size
    }
}

extension SearchPlan {
    /// The plan with those sets that take less time than they save for so many rows, and its cost in microseconds.
    fileprivate func adding(
        _ sets: [SearchSet],
        forRows rows: Double,
        _ cache: SearchCache
    ) -> (plan: SearchPlan, cost: Double) {
        var (plan, setCost) = (self, 0.0)
        for set in sets {
            guard let other = plan.adding(set), let last = other.sets.last else { continue }
            let cost =
                cache[set: last.rows] != nil
                ? 0 : Self.costOfSetRow * Double(set.size) + set.scan.startCost
            // The results of an excluded `MATCH` have to be collected either way.
            let saved = rows * (plan.rowCost - other.rowCost)
            guard saved > (set.isMatch ? 0 : cost) else { continue }
            plan = other
            setCost += cost
        }
        return (plan, rows * plan.rowCost + scan.startCost + setCost)
    }

    /// Measured, in microseconds.
    private static let costOfSetRow = 0.12

    /// Measured, in microseconds: to scan a row and test it.
    private var rowCost: Double {
        let row =
            switch scan {
            case .notes: 0.06
            case .allCards: 0.08
            case .match, .words, .decks, .tags, .rows, .notesWithoutCards, .unindexed, .cards: 0.1
            }
        return row + testCost
    }
}

extension SearchPlan.Scan {
    /// Microseconds before the first row.
    fileprivate var startCost: Double {
        if case .words(let words) = self { 15 * Double(words.count) } else { 0 }
    }
}

/// How many rows indexes have, by the SQL that counts them.
private final class SizeCache {
    private var sizes: [SQL: Int] = [:]
    private var noteCount = 0

    private static let limit = 100

    /// Removes all entries if the number of notes has changed much.
    func validate(noteCount: Int) {
        guard abs(noteCount - self.noteCount) > self.noteCount / 8 else { return }
        (sizes, self.noteCount) = ([:], noteCount)
    }

    subscript(sql: SQL) -> Int? {
        get { sizes[sql] }
        set {
            if sizes.count == Self.limit { sizes = [:] }
            sizes[sql] = newValue
        }
    }
}

enum SearchPurpose {
    /// All results, or their number.
    case all
    case page

    var neededNotes: Double { self == .all ? Double(FoundNotes.countingLimit + 1) : 51 }
}
