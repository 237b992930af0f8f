internal import Notes
internal import SQLite

extension Reading where Self: ~Copyable {
    /// The way in which some conditions are best looked for: what takes least, as far as that can be told beforehand.
    ///
    /// Where a page is enough, what comes in order is gone through until the page is full, and what comes in another order
    /// is gone through whole.
    func way(
        of conjuncts: [SearchCondition],
        for purpose: SearchPurpose,
        _ reading: SearchReading
    ) throws -> SearchStatement {
        let areIndexed = !reading.state.lacksIndexes
        if reading.scansTexts {
            return SearchStatement(conjuncts, start: .unindexed, areIndexed: areIndexed)
        }
        guard areIndexed else {
            let start = starts(of: conjuncts, []).last ?? .notes
            return SearchStatement(conjuncts, start: start, areIndexed: false)
        }
        let given = conjuncts.compactMap { start(of: $0, among: conjuncts, reading) }
        let isMatch = conjuncts.contains { $0.match != nil }
        let startsAtCards = given.contains { if case .cards = $0 { true } else { false } }
        let refused = conjuncts.compactMap { condition -> SearchStatement.Start? in
            guard case .not(let inner) = condition else { return nil }
            // Where words are looked for, those that are excluded are left out by the same `MATCH`.
            if let match = inner.match { return isMatch ? nil : .match(match) }
            guard inner.source != nil || startsAtCards && inner.cardIndex != nil else { return nil }
            return start(of: inner, among: [], reading)
        }
        let starts = starts(of: conjuncts, given)
        // Where there is nothing to choose, nothing need be counted.
        guard let first = given.first ?? refused.first else {
            return SearchStatement(conjuncts, start: starts[0])
        }
        if conjuncts.count == 1, refused.isEmpty, purpose == .all || first.isOrdered {
            return SearchStatement(conjuncts, start: first)
        }
        let kept = try keptRows()
        let sets = try sets(given, refused, kept, for: purpose)
        let words = starts.filter { if case .match = $0 { true } else { false } }
        let found = try numberFound(given + words, conjuncts, for: purpose)
        typealias Weighed = (way: SearchStatement, cost: Double)
        func weigh(_ start: SearchStatement.Start, rows: Double) -> Weighed {
            let asked = SearchStatement(conjuncts, start: start).asking(sets, ofRows: rows, kept)
            // What it finds is known already.
            return kept.contains(asked.way, for: purpose) ? (way: asked.way, cost: 0) : asked
        }
        var guesses: [Weighed] = []
        var certain: [Weighed] = []
        for start in starts {
            let rows = try rows(of: start, conjuncts, for: purpose)
            let part = start.isOrdered ? min(1, purpose.wanted / max(found, 1)) : 1
            if part < 1 { guesses.append(weigh(start, rows: Double(rows.number) * part)) }
            certain.append(weigh(start, rows: Double(rows.most)))
        }
        guard var sure = certain.min(by: { $0.cost < $1.cost }) else {
            return SearchStatement(conjuncts, start: starts[0])
        }
        if var guess = guesses.min(by: { $0.cost < $1.cost }), guess.cost < sure.cost {
            // Where it takes four times as long as was thought, and a quarter of the sure way, it was guessed wrong.
            let rows = try rows(of: sure.way.start, conjuncts, for: purpose)
            let cost = sure.cost * Double(rows.number) / Double(max(rows.most, 1)) / 4
            if guess.way.key != sure.way.key {
                guess.way.instead = ([sure.way], max(cost, 4 * guess.cost))
            }
            sure = guess
        }
        return sure.way
    }

    /// Where one could begin: at words, if any are looked for, which few notes have.
    private func starts(
        of conjuncts: [SearchCondition],
        _ given: [SearchStatement.Start]
    ) -> [SearchStatement.Start] {
        let matches = conjuncts.compactMap(\.match)
        guard matches.isEmpty else {
            let excluded = conjuncts.compactMap(\.excludedMatch)
            return [.match(SearchCondition.match(matches, without: excluded))]
        }
        return given + [conjuncts.contains(where: \.asksCard) ? .cardsInOrder : .notes]
    }

    /// What could be asked in memory, and how many rows have to be read for it: what is too much to be counted is left out,
    /// unless it was read before.
    private func sets(
        _ given: [SearchStatement.Start],
        _ refused: [SearchStatement.Start],
        _ kept: KeptRows,
        for purpose: SearchPurpose
    ) throws -> [SearchSet] {
        let all =
            given.map { SearchSet(start: $0) }
            + refused.map { SearchSet(start: $0, isWanted: false) }
        return try all.compactMap { set in
            var set = set
            let rows = try rows(of: set.start, [], for: purpose)
            guard rows.number == rows.most || set.isOfWords || kept.contains(set) else {
                return nil
            }
            set.size = rows.number
            return set
        }
        .sorted { $0.size < $1.size }.prefix(Self.mostSets).map(\.self)
    }

    /// How many sets are thought of: a query may ask a hundred things, and each more has to be weighed with each way.
    private static var mostSets: Int { 6 }

    /// About how many notes are found, if the conditions have nothing to do with each other.
    private func numberFound(
        _ given: [SearchStatement.Start],
        _ conjuncts: [SearchCondition],
        for purpose: SearchPurpose
    ) throws -> Double {
        let notes = Double(max(try noteCount(), 1))
        let decks = given.compactMap { start -> [Int64]? in
            if case .cards(let index) = start { index.decks } else { nil }
        }
        return try given.reduce(notes) { found, start in
            // Cards that some decks deal are in those decks.
            if case .decks(let some) = start, decks.contains(some) { return found }
            let rows = try rows(of: start, conjuncts, for: purpose).number
            return found * min(1, Double(rows) / notes)
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
        case .words(let words): return .words(words)
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

    /// How many rows a start gives; where they are more than are counted, about how many, and how many at most.
    private func rows(
        of start: SearchStatement.Start,
        _ conjuncts: [SearchCondition],
        for purpose: SearchPurpose
    ) throws -> (number: Int, most: Int) {
        let first = conjuncts.lazy.compactMap { condition -> Int64? in
            if case .range(let first) = condition.source { first } else { nil }
        }.first
        var limit = purpose.mostCounted(of: try noteCount())
        let all = try first.map { try number(from: $0, limit: limit) } ?? noteCount()
        switch start {
        case .notes, .unindexed: return (all, all)
        case .cardsInOrder:
            let cards = try number(SQL("SELECT coalesce(max(id), 0) FROM card"))
            let notes = max(try noteCount(), 1)
            let some = cards * min(all, notes) / notes
            return (some, some)
        case .decks(let decks):
            let notes = try count(in: decks)
            return (notes, notes)
        case .words(let words):
            // How many notes have one of them is guessed by how many of all words they are: a note has a dozen.
            let part = Double(words.count) / Double(max(try vocabulary.count(on: connection), 1))
            let some = Int(Double(all) * min(1, 12 * part))
            return (some, some)
        case .match, .tags, .rows, .unasked, .cards:
            if case .cards(let index) = start { limit = min(limit, index.mostCounted) }
            let rows = try size(SearchStatement(conjuncts, start: start).size(limit: limit))
            guard rows == limit else { return (rows, rows) }
            // How many more there are is anybody's guess: as far from these as from all.
            return (max(rows, Int(Double(rows * all).squareRoot())), max(rows, all))
        }
    }

    /// How many notes there are from an id on, up to a limit.
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

    /// What is counted once in a while, to weigh ways by it and for nothing else.
    ///
    /// Whoever types asks the same conditions with every letter, and between answers little changes.
    private func size(_ sql: SQL) throws -> Int {
        let sizes = try connection.cached("sizes of indexes", throughChanges: 30) {
            SearchSizes()
        }
        sizes.forget(unlessAmong: try noteCount())
        if let size = sizes[sql] { return size }
        let size = try number(sql)
        sizes[sql] = size
        return size
    }
}

extension SearchStatement {
    /// The same with those sets that take less than looking at each of so many rows, and what all of it takes.
    fileprivate func asking(
        _ sets: [SearchSet],
        ofRows rows: Double,
        _ kept: KeptRows
    ) -> (way: SearchStatement, cost: Double) {
        var (way, read) = (self, 0.0)
        for set in sets {
            guard let other = way.asking(set), let last = other.sets.last else { continue }
            let more =
                kept[set: last.rows] != nil ? 0 : Self.costOfSet * Double(set.size) + set.start.cost
            // What excluded words find has to be put together either way.
            let saved = rows * (way.costOfRow - other.costOfRow)
            guard saved > (set.isOfWords ? 0 : more) else { continue }
            way = other
            read += more
        }
        return (way, rows * way.costOfRow + start.cost + read)
    }

    /// About how many microseconds it takes to read a row of a set.
    private static let costOfSet = 0.12

    /// About how many microseconds a row comes to with what is asked of it, as they were measured.
    private var costOfRow: Double {
        let row =
            switch start {
            case .notes: 0.06
            case .cardsInOrder: 0.08
            case .match, .words, .decks, .tags, .rows, .unasked, .unindexed, .cards: 0.1
            }
        return row + costOfTests
    }
}

extension SearchStatement.Start {
    /// About how many microseconds it takes to begin.
    fileprivate var cost: Double {
        if case .words(let words) = self { 15 * Double(words.count) } else { 0 }
    }
}

/// How many rows indexes give, by what counts them.
private final class SearchSizes {
    private var sizes: [SQL: Int] = [:]
    private var notes = 0

    private static let most = 100

    /// Forgets all of them where there are not about as many notes any more.
    func forget(unlessAmong notes: Int) {
        guard abs(notes - self.notes) > self.notes / 8 else { return }
        (sizes, self.notes) = ([:], notes)
    }

    subscript(sql: SQL) -> Int? {
        get { sizes[sql] }
        set {
            if sizes.count == Self.most { sizes = [:] }
            sizes[sql] = newValue
        }
    }
}

/// What a search is for.
enum SearchPurpose {
    /// All that is found, or their number.
    case all
    /// A page of it.
    case page

    /// How many notes are wanted.
    var wanted: Double { self == .all ? Double(FoundNotes.countingLimit + 1) : 51 }

    /// How far rows are counted to find out where to begin, among so many notes.
    fileprivate func mostCounted(of notes: Int) -> Int {
        self == .all ? max(40_000, notes / 10) : 8_000
    }
}
