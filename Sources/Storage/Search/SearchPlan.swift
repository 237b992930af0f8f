internal import Notes
internal import SQLite

/// A plan to find the notes that meet some conditions; conditions on cards have to be met by one card.
///
/// It scans an index or a table that contains few other rows, and tests each row for the remaining conditions. If the scan
/// has notes in the order of their IDs, a page is read and no further; else all have to be found to know which come first.
struct SearchPlan {
    /// What is scanned.
    enum Scan {
        /// The results of the full-text index.
        case match(String)
        /// All notes, in order.
        case notes
        /// The notes without rows of cards, in order.
        case notesWithoutCards
        /// The notes for which the full-text index is out of date, in order.
        case unindexed
        case decks([Int64])
        case tags([String])
        case rows(SQL, isOrdered: Bool)
        /// The results of the full-text index for each of many words, one after the other.
        case words(SearchWords)
        case cards(SearchCondition.CardIndex)
        /// All cards, in the order of their notes.
        case allCards

        /// Whether it has the notes in the order of their IDs.
        var isOrdered: Bool {
            switch self {
            case .match, .notes, .notesWithoutCards, .unindexed, .allCards: true
            case .words: false
            case .decks(let decks): decks.count == 1
            case .tags(let tags): tags.count == 1
            case .rows(_, let isOrdered): isOrdered
            case .cards(let index): index.isOrdered
            }
        }
    }

    let scan: Scan
    /// An equivalent plan to use if this one turns out to take longer than this many microseconds; none if nothing is faster.
    var fallback: (plans: [SearchPlan], cost: Double) = ([], 0)
    /// Sets in memory for which each row is tested.
    let sets: [SearchSet]
    private let conjuncts: [SearchCondition]
    /// Whether all indexes of the tables exist; else SQLite chooses among those that do.
    private let areIndexed: Bool
    /// The remaining conditions on the note.
    private let noteTests: [SearchCondition]
    /// The remaining conditions on one of its cards: the scanned one if cards are scanned.
    private let cardTests: [SearchCondition]

    init(
        _ conjuncts: [SearchCondition],
        scan: Scan,
        sets: [SearchSet] = [],
        areIndexed: Bool = true
    ) {
        self.scan = scan
        self.areIndexed = areIndexed
        self.sets = sets
        self.conjuncts = conjuncts
        let left = conjuncts.filter { condition in
            !scan.implies(condition) && !sets.contains { $0.decides(condition) }
        }
        cardTests = left.filter(\.readsCard)
        noteTests = left.filter { !$0.readsCard }
    }

    /// The plan with one more set; nil if the set decides nothing, or one card has to meet more conditions than it decides.
    func adding(_ set: SearchSet) -> SearchPlan? {
        var set = set
        if case .cards = set.scan {
            if case .cards = scan {
                set.holdsCards = true
            } else if !set.isRequired || !conjuncts.allSatisfy({ !$0.readsCard || set.decides($0) })
            {
                return nil
            }
        }
        guard (noteTests + cardTests).contains(where: set.decides) else { return nil }
        return SearchPlan(conjuncts, scan: scan, sets: sets + [set])
    }

    /// Whether every scanned row is a result.
    var testsNothing: Bool { noteTests.isEmpty && cardTests.isEmpty && sets.isEmpty }

    /// Whether it finds notes in the order of their IDs, each once.
    var isOrdered: Bool { scan.isOrdered }

    // MARK: - Statements

    /// Finds the notes in any order, perhaps some of them twice.
    var unordered: SQL {
        SQL("SELECT") + id + card + SQL("FROM") + from + SQL("WHERE") + filter
    }

    /// Identifies the plan in the cache: its statement and its sets.
    var key: SQL {
        sets.reduce(unordered) {
            $0 + ($1.isRequired ? SQL("AND IN") : SQL("AND NOT IN")) + $1.rows
        }
    }

    /// Finds those among some notes that meet the conditions.
    func matches(among notes: [Int64]) -> SQL {
        let plain = SearchPlan(conjuncts, scan: .notes, areIndexed: areIndexed)
        return SQL(
            """
            SELECT n.id
            FROM note AS n
            WHERE n.id IN (SELECT value FROM json_each(?))
            AND n.binned IS NULL
            AND
            """,
            jsonArray(of: notes)
        ) + plain.rest(ofFew: true)
    }

    /// Finds the notes, perhaps with some that are in the bin.
    var includingBinned: SQL {
        SQL("SELECT") + id + SQL("FROM") + from + SQL("WHERE") + scan.condition + SQL("AND")
            + rest()
    }

    /// The IDs of the scanned cards.
    var cards: SQL { SQL("SELECT c.id FROM") + from + SQL("WHERE") + scan.condition }

    /// An equivalent plan that scans everything, in order.
    var fullScan: SearchPlan {
        SearchPlan(conjuncts, scan: conjuncts.contains(where: \.readsCard) ? .allCards : .notes)
    }

    /// Finds the first notes in order, up to a limit if there is one.
    func inOrder(_ order: PageOrder, limit: Int?) -> SQL {
        // NB: A note is repeated for each of its cards, but they are adjacent, so DISTINCT costs nothing.
        SQL("SELECT") + (areNotesRepeated ? SQL("DISTINCT") : SQL("")) + id + SQL("AS id") + card
            + SQL("FROM") + from + SQL("WHERE") + filter + SQL("AND") + order.condition(id)
            + order.order(id)
            + (limit.map { SQL("LIMIT ?", $0) } ?? SQL(""))
    }

    /// About how many microseconds the tests of a row take, without those for sets.
    var testCost: Double {
        let cards: Double =
            if case .allCards = scan {
                0.05 * Double(cardTests.count)
            } else {
                cardTests.isEmpty ? 0 : 1
            }
        let notes = noteTests.reduce(0.0) { sum, condition in
            if case .range = condition.source { return sum }
            // For its ID alone, tags are looked up.
            return sum + (condition.readsTexts ? 3 : condition.readsNote ? 0.05 : 0.6)
        }
        return cards + notes + (readsNote && joinsNote ? 0.5 : 0)
    }

    /// About how many instructions of SQLite's virtual machine a microsecond takes; reading a note's texts is one instruction.
    var stepsPerMicrosecond: Double {
        (noteTests + cardTests).contains(where: \.readsTexts) ? 4 : 100
    }

    /// Whether reading more than the note's ID takes a lookup of the note.
    private var joinsNote: Bool {
        switch scan {
        case .match, .words, .tags, .cards, .allCards: true
        case .notes, .notesWithoutCards, .unindexed, .decks, .rows: false
        }
    }

    /// Counts the scanned rows, up to a limit; only those in the wanted range of IDs if the scan is in order.
    func size(limit: Int) -> SQL {
        let ranges = conjuncts.filter { if case .range = $0.source { isOrdered } else { false } }
        let plain = SearchPlan([], scan: scan)
        return SQL("SELECT count(*) FROM (SELECT 1 FROM") + plain.from + SQL("WHERE")
            + scan.counted + SQL("AND") + ranges.sql(id) + SQL("LIMIT ?", limit)
            + SQL(")")
    }

    // MARK: - Tables

    private var scansCards: Bool {
        switch scan {
        case .cards, .allCards: true
        case .match, .words, .notes, .notesWithoutCards, .unindexed, .decks, .tags, .rows: false
        }
    }

    /// The column that holds the ID of the note.
    private var id: SQL {
        switch scan {
        case .match, .words: SQL("note_search.rowid")
        case .notes, .notesWithoutCards, .decks, .rows: SQL("n.id")
        case .unindexed: SQL("unindexed.note")
        case .tags: SQL("t.note")
        case .cards, .allCards: SQL("c.note")
        }
    }

    /// Whether rows are tested for sets of cards; then a note is repeated for each of its cards.
    var readsCardIDs: Bool { sets.contains(where: \.holdsCards) }

    private var areNotesRepeated: Bool { scansCards && !readsCardIDs }

    /// The column that holds the ID of the card, if it is needed.
    private var card: SQL { readsCardIDs ? SQL(", c.id") : SQL("") }

    private var from: SQL {
        switch scan {
        case .match: SQL("note_search") + joinedNote
        case .words(let words):
            SQL("json_each(?) AS word CROSS JOIN note_search", words.json) + joinedNote
        case .notes: SQL("note AS n") + inOrder
        case .notesWithoutCards: SQL("note AS n INDEXED BY note_unasked")
        case .decks: SQL("note AS n INDEXED BY note_by_deck")
        case .rows: SQL("note AS n")
        case .tags: SQL("note_tag AS t INDEXED BY note_tag_by_tag") + joinedNote
        case .cards(let index): index.from + joinedNote
        case .allCards: SQL("card AS c") + index("card_by_note") + joinedNote
        case .unindexed:
            SQL("note_search_change AS unindexed CROSS JOIN note AS n ON n.id = unindexed.note")
        }
    }

    /// Names an index, unless it may not exist yet.
    private func index(_ name: StaticString) -> SQL {
        areIndexed ? SQL("INDEXED BY") + SQL(name) : SQL("")
    }

    private var readsNote: Bool { (noteTests + cardTests).contains(where: \.readsNote) }

    /// Joins the note if more of it is read than its ID.
    private var joinedNote: SQL {
        readsNote ? SQL("CROSS JOIN note AS n") + inOrder + SQL("ON n.id =") + id : SQL("")
    }

    /// A narrow index covers everything that is read of notes except their texts.
    private var inOrder: SQL {
        (noteTests + cardTests).contains(where: \.readsTexts) ? SQL("") : index("note_in_order")
    }

    // MARK: - Conditions

    /// All conditions on a row.
    private var filter: SQL { scan.condition + SQL("AND") + rest() + SQL("AND") + notBinned }

    private var notBinned: SQL {
        let joined = SQL("n.binned IS NULL")
        switch scan {
        // NB: Few notes are in the bin: excluding those is cheaper than looking up all others.
        case .decks, .rows: return id + Self.excludingBin
        case .notes, .notesWithoutCards, .unindexed: return joined
        case .match, .words: return readsNote ? joined : SQL("1")
        case .tags, .cards, .allCards: return readsNote ? joined : id + Self.excludingBin
        }
    }

    private static let excludingBin = SQL("NOT IN (SELECT id FROM note WHERE binned IS NOT NULL)")

    private func rest(ofFew: Bool = false) -> SQL {
        guard !cardTests.isEmpty else { return noteTests.sql(id, ofFew: ofFew) }
        guard !scansCards else { return (cardTests + noteTests).sql(id, ofFew: ofFew) }
        return noteTests.sql(id, ofFew: ofFew)
            + SQL("AND EXISTS (SELECT 1 FROM card AS c") + index("card_by_note")
            + SQL("WHERE c.note =") + id + SQL("AND") + cardTests.sql(id, ofFew: ofFew) + SQL(")")
    }

    /// All conditions, on any note `n`.
    var noteCondition: SQL {
        SearchPlan(conjuncts, scan: .notes, areIndexed: areIndexed).rest().parenthesized
    }
}

extension SearchPlan.Scan {
    /// The condition on its rows without what changes with the clock.
    fileprivate var counted: SQL {
        if case .cards(let index) = self { index.countedSQL } else { condition }
    }

    /// The condition on its rows.
    fileprivate var condition: SQL {
        switch self {
        case .match(let match): SQL("note_search MATCH ?", match)
        case .words: SQL("note_search MATCH word.value")
        case .notes, .unindexed, .allCards: SQL("1")
        case .notesWithoutCards: SQL("n.cards = 0 AND n.binned IS NULL")
        case .decks(let decks): SQL("n.deck IN") + SQL(list: decks)
        case .tags(let tags): SQL("t.folded_tag IN") + SQL(list: tags)
        case .rows(let rows, _): rows
        case .cards(let index): index.sql
        }
    }

    /// Whether all its rows meet a condition.
    func implies(_ condition: SearchCondition) -> Bool {
        switch (self, condition.source) {
        case (.decks(let decks), .decks(let asked)): decks == asked
        case (.tags(let tags), .tags(let asked)): tags == asked
        case (.words(let words), .words(let asked)): words == asked
        case (.rows(let rows, _), .rows(let asked, _)):
            rows == asked
        case (.cards(let index), .decks(let asked)): index.decks == asked
        case (.cards(let index), _): condition.cardIndex?.includes(index) == true
        case (.notesWithoutCards, .withoutCards): true
        case (.match, _): condition.match != nil || condition.excludedMatch != nil
        default: false
        }
    }
}

/// The order of a page, and the note after which it begins.
struct PageOrder {
    let sort: NoteSort
    var after: NoteID?

    init(_ sort: NoteSort, after: NoteID? = nil) {
        self.sort = sort
        self.after = after
    }

    /// The order from the first note on.
    var fromBeginning: PageOrder { PageOrder(sort) }

    var isByID: Bool { sort == .newest || sort == .oldest }

    /// Whether one note comes before another.
    func areInOrder(_ first: NoteID, _ second: NoteID) -> Bool {
        sort == .oldest ? first < second : first > second
    }

    func order(_ id: SQL) -> SQL {
        switch sort {
        case .newest: SQL("ORDER BY") + id + SQL("DESC")
        case .oldest: SQL("ORDER BY") + id
        case .changed: SQL("ORDER BY n.changed DESC, n.id DESC")
        case .prompt: SQL("ORDER BY n.prompt, n.id")
        }
    }

    func condition(_ id: SQL) -> SQL {
        guard let after else { return SQL("1") }
        return switch sort {
        case .newest: id + SQL("< ?", after)
        case .oldest: id + SQL("> ?", after)
        case .changed:
            SQL("(n.changed, n.id) < ((SELECT changed FROM note WHERE id = ?), ?)", after, after)
        case .prompt:
            SQL("(n.prompt, n.id) > ((SELECT prompt FROM note WHERE id = ?), ?)", after, after)
        }
    }

    /// Finds a page of the notes `n` that meet a condition.
    func page(where condition: SQL, limit: Int) -> SQL {
        SQL("SELECT n.id FROM note AS n WHERE n.binned IS NULL AND") + condition + SQL("AND")
            + self.condition(SQL("n.id")) + order(SQL("n.id")) + SQL("LIMIT ?", limit)
    }
}
