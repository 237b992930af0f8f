internal import Notes
internal import SQLite

/// One way to find the notes of which some conditions hold, all of them and, where they ask of cards, of one card.
///
/// It says where to begin, so that few rows have to be looked at. Where that gives the notes in the order of their ids,
/// a page is read and no further; elsewhere all have to be found before one knows which come first.
struct SearchStatement {
    /// Where to begin.
    enum Start {
        /// What the index of words gives.
        case match(String)
        /// All notes, in order.
        case notes
        /// The notes that have no card yet, in order.
        case unasked
        /// The notes that the full-text index does not know as they are now, in order.
        case unindexed
        case decks([Int64])
        case tags([String])
        case rows(SQL, isOrdered: Bool)
        /// What the index of words gives for each of many words, one after the other.
        case words(SearchWords)
        /// Cards that an index gives.
        case cards(SearchCondition.CardIndex)
        /// All cards, in the order of their notes.
        case cardsInOrder

        /// Whether notes come in the order of their ids.
        var isOrdered: Bool {
            switch self {
            case .match, .notes, .unasked, .unindexed, .cardsInOrder: true
            case .words: false
            case .decks(let decks): decks.count == 1
            case .tags(let tags): tags.count == 1
            case .rows(_, let isOrdered): isOrdered
            case .cards(let index): index.isOrdered
            }
        }
    }

    let start: Start
    /// What finds the same where this takes longer than so many microseconds, as a guess may; none where nothing takes less.
    var instead: (ways: [SearchStatement], cost: Double) = ([], 0)
    /// What is asked of each note besides, in memory.
    let sets: [SearchSet]
    private let conjuncts: [SearchCondition]
    /// Whether all indexes of the tables are there; else SQLite looks for what it finds best.
    private let areIndexed: Bool
    /// What else has to hold of the note.
    private let ofNote: [SearchCondition]
    /// What else has to hold of one card of it: of the card that the start gives, if it gives cards.
    private let ofCard: [SearchCondition]

    init(
        _ conjuncts: [SearchCondition],
        start: Start,
        sets: [SearchSet] = [],
        areIndexed: Bool = true
    ) {
        self.start = start
        self.areIndexed = areIndexed
        self.sets = sets
        self.conjuncts = conjuncts
        let left = conjuncts.filter { condition in
            !start.implies(condition) && !sets.contains { $0.tells(condition) }
        }
        ofCard = left.filter(\.asksCard)
        ofNote = left.filter { !$0.asksCard }
    }

    /// The same, asking one set more; nil where that would tell nothing, or of one card less than all that is asked of it.
    func asking(_ set: SearchSet) -> SearchStatement? {
        var set = set
        if case .cards = set.start {
            if case .cards = start {
                set.isOfCards = true
            } else if !set.isWanted || !conjuncts.allSatisfy({ !$0.asksCard || set.tells($0) }) {
                return nil
            }
        }
        guard (ofNote + ofCard).contains(where: set.tells) else { return nil }
        return SearchStatement(conjuncts, start: start, sets: sets + [set])
    }

    /// Whether nothing has to hold but what the start says.
    var isStartAlone: Bool { ofNote.isEmpty && ofCard.isEmpty && sets.isEmpty }

    /// Whether notes come in the order of their ids, each once.
    var isOrdered: Bool { start.isOrdered }

    // MARK: - What is asked

    /// The notes, in whatever order, perhaps some of them twice.
    var some: SQL {
        SQL("SELECT") + id + card + SQL("FROM") + from + SQL("WHERE") + filter + start.order
    }

    /// What is found in whatever order, and in memory besides: tells this way from every other.
    var key: SQL {
        sets.reduce(some) { $0 + ($1.isWanted ? SQL("AND IN") : SQL("AND NOT IN")) + $1.rows }
    }

    /// Those of some notes that are found.
    func some(among notes: [Int64]) -> SQL {
        let plain = SearchStatement(conjuncts, start: .notes, areIndexed: areIndexed)
        return SQL(
            """
            SELECT n.id
            FROM note AS n
            WHERE n.id IN (SELECT value FROM json_each(?))
            AND n.binned IS NULL
            AND
            """,
            jsonArray(of: notes.map(NoteID.init(rawValue:)))
        ) + plain.rest(ofFew: true)
    }

    /// The same, perhaps with some that lie in the bin.
    var someOfAll: SQL {
        SQL("SELECT") + id + SQL("FROM") + from + SQL("WHERE") + start.holds + SQL("AND") + rest()
    }

    /// The cards that the start gives.
    var cardsOfAll: SQL { SQL("SELECT c.id FROM") + from + SQL("WHERE") + start.holds }

    /// What finds the same in the order of ids, by going through everything; nil where one deck can be asked after the
    /// other.
    var throughAll: SearchStatement? {
        if case .decks(let decks) = start, decks.count <= Self.maximumBranches { return nil }
        let asksCard = conjuncts.contains(where: \.asksCard)
        return SearchStatement(conjuncts, start: asksCard ? .cardsInOrder : .notes)
    }

    /// The notes of a page, in the order of their ids.
    func page(_ order: PageOrder, limit: Int) -> SQL {
        precondition(order.isByID)
        if isOrdered { return inOrder(order, limit: limit) }
        if case .decks(let decks) = start, decks.count <= Self.maximumBranches {
            let branches = decks.map { deck in
                SQL("SELECT id FROM (")
                    + SearchStatement(conjuncts, start: .decks([deck])).inOrder(order, limit: limit)
                    + SQL(")")
            }
            return SQL("SELECT id FROM (") + SQL(joining: branches, by: " UNION ALL ") + SQL(")")
                + order.order(SQL("id")) + SQL("LIMIT ?", limit)
        }
        return (throughAll ?? self).inOrder(order, limit: limit)
    }

    /// How many decks are asked one by one.
    private static let maximumBranches = 100

    /// The first notes in order, up to a limit if there is one.
    func inOrder(_ order: PageOrder, limit: Int?) -> SQL {
        // NB: A note stands as often as it has cards, but always in a row, so that what is distinct costs nothing.
        SQL("SELECT") + (areNotesRepeated ? SQL("DISTINCT") : SQL("")) + id + SQL("AS id") + card
            + SQL("FROM") + from + SQL("WHERE") + filter + SQL("AND") + order.condition(id)
            + order.order(id)
            + (limit.map { SQL("LIMIT ?", $0) } ?? SQL(""))
    }

    /// About how many microseconds it takes to look at what neither start nor sets tell of a row.
    var costOfTests: Double {
        let cards: Double =
            switch start {
            case .cardsInOrder: 0.05 * Double(ofCard.count)
            case .cards: ofCard.isEmpty ? 0 : 1
            case .match, .words, .notes, .unasked, .unindexed, .decks, .tags, .rows:
                ofCard.isEmpty ? 0 : 1
            }
        let notes = ofNote.reduce(0.0) { sum, condition in
            if case .range = condition.source { return sum }
            // Its tags are looked up, and its texts read.
            return sum + (condition.asksTexts ? 3 : condition.asksNote ? 0.05 : 0.6)
        }
        return cards + notes + (asksNote && joinsNote ? 0.5 : 0)
    }

    /// About how many steps SQLite's machine takes in a microsecond; to read a note's texts is one.
    var stepsOfMicrosecond: Double { (ofNote + ofCard).contains(where: \.asksTexts) ? 4 : 100 }

    /// Whether a note has to be looked up where more is asked of it than its id.
    private var joinsNote: Bool {
        switch start {
        case .match, .words, .tags, .cards, .cardsInOrder: true
        case .notes, .unasked, .unindexed, .decks, .rows: false
        }
    }

    /// How many rows the start gives, up to a limit; those of the notes that are asked for, where it is in their order.
    func size(limit: Int) -> SQL {
        let ranges = conjuncts.filter { if case .range = $0.source { isOrdered } else { false } }
        let plain = SearchStatement([], start: start)
        return SQL("SELECT count(*) FROM (SELECT 1 FROM") + plain.from + SQL("WHERE")
            + start.counted + SQL("AND") + ranges.sql(id) + start.order + SQL("LIMIT ?", limit)
            + SQL(")")
    }

    // MARK: - Tables

    private var isOfCards: Bool {
        switch start {
        case .cards, .cardsInOrder: true
        case .match, .words, .notes, .unasked, .unindexed, .decks, .tags, .rows: false
        }
    }

    /// The column that holds the id of a note.
    private var id: SQL {
        switch start {
        case .match, .words: SQL("note_search.rowid")
        case .notes, .unasked, .decks, .rows: SQL("n.id")
        case .unindexed: SQL("unindexed.note")
        case .tags: SQL("t.note")
        case .cards, .cardsInOrder: SQL("c.note")
        }
    }

    /// Whether sets are asked for cards; then a note stands as often as it has some.
    var asksCards: Bool { sets.contains(where: \.isOfCards) }

    private var areNotesRepeated: Bool { isOfCards && !asksCards }

    /// The column that holds the id of a card, where sets are asked for that.
    private var card: SQL { asksCards ? SQL(", c.id") : SQL("") }

    private var from: SQL {
        switch start {
        case .match: SQL("note_search") + joinedNote
        case .words(let words):
            SQL("json_each(?) AS word CROSS JOIN note_search", words.json) + joinedNote
        case .notes: SQL("note AS n") + inOrder
        case .unasked: SQL("note AS n INDEXED BY note_unasked")
        case .decks: SQL("note AS n INDEXED BY note_by_deck")
        case .rows: SQL("note AS n")
        case .tags: SQL("note_tag AS t INDEXED BY note_tag_by_tag") + joinedNote
        case .cards(let index): index.from + joinedNote
        case .cardsInOrder: SQL("card AS c") + index("card_by_note") + joinedNote
        case .unindexed:
            SQL("note_search_change AS unindexed CROSS JOIN note AS n ON n.id = unindexed.note")
        }
    }

    /// Names an index, unless it may not have been built yet.
    private func index(_ name: StaticString) -> SQL {
        areIndexed ? SQL("INDEXED BY") + SQL(name) : SQL("")
    }

    private var asksNote: Bool { (ofNote + ofCard).contains(where: \.asksNote) }

    /// The note, where more is asked of it than its id.
    private var joinedNote: SQL {
        asksNote ? SQL("CROSS JOIN note AS n") + inOrder + SQL("ON n.id =") + id : SQL("")
    }

    /// What is asked of notes lies in a narrow index, but for their texts.
    private var inOrder: SQL {
        (ofNote + ofCard).contains(where: \.asksTexts) ? SQL("") : index("note_in_order")
    }

    // MARK: - Conditions

    /// Everything that has to hold of a row.
    private var filter: SQL { start.holds + SQL("AND") + rest() + SQL("AND") + living }

    /// That the note does not lie in the bin.
    private var living: SQL {
        let joined = SQL("n.binned IS NULL")
        switch start {
        // NB: Few notes lie in the bin: leaving them out is cheaper than looking all others up.
        case .decks, .rows: return id + Self.notInBin
        case .notes, .unasked, .unindexed: return joined
        case .match, .words: return asksNote ? joined : SQL("1")
        case .tags, .cards, .cardsInOrder: return asksNote ? joined : id + Self.notInBin
        }
    }

    private static let notInBin = SQL("NOT IN (SELECT id FROM note WHERE binned IS NOT NULL)")

    private func rest(ofFew: Bool = false) -> SQL {
        guard !ofCard.isEmpty else { return ofNote.sql(id, ofFew: ofFew) }
        guard !isOfCards else { return (ofCard + ofNote).sql(id, ofFew: ofFew) }
        return ofNote.sql(id, ofFew: ofFew)
            + SQL("AND EXISTS (SELECT 1 FROM card AS c") + index("card_by_note")
            + SQL("WHERE c.note =") + id + SQL("AND") + ofCard.sql(id, ofFew: ofFew) + SQL(")")
    }

    /// The same of a note `n`, wherever one begins.
    var ofAnyNote: SQL {
        SearchStatement(conjuncts, start: .notes, areIndexed: areIndexed).rest().parenthesized
    }
}

extension SearchStatement.Start {
    /// What holds of the rows that it gives, but for what changes with every moment.
    fileprivate var counted: SQL {
        if case .cards(let index) = self { index.ofToday } else { holds }
    }

    /// What holds of the rows that it gives.
    fileprivate var holds: SQL {
        switch self {
        case .match(let match): SQL("note_search MATCH ?", match)
        case .words: SQL("note_search MATCH word.value")
        case .notes, .unindexed, .cardsInOrder: SQL("1")
        case .unasked: SQL("n.cards = 0 AND n.binned IS NULL")
        case .decks(let decks): SQL("n.deck IN") + SQL(list: decks)
        case .tags(let tags): SQL("t.folded_tag IN") + SQL(list: tags)
        case .rows(let rows, _): rows
        case .cards(let index): index.sql
        }
    }

    /// How it is gone through, where that makes a difference.
    fileprivate var order: SQL {
        if case .cards(let index) = self { index.order } else { SQL("") }
    }

    /// Whether a condition holds of all that it gives.
    func implies(_ condition: SearchCondition) -> Bool {
        switch (self, condition.source) {
        case (.decks(let decks), .decks(let asked)): decks == asked
        case (.tags(let tags), .tags(let asked)): tags == asked
        case (.words(let words), .words(let asked)): words == asked
        case (.rows(let rows, _), .rows(let asked, _)):
            rows == asked
        case (.cards(let index), .decks(let asked)): index.decks == asked
        case (.cards(let index), _): condition.cardIndex?.gives(thoseOf: index) == true
        case (.unasked, .unasked): true
        case (.match, _): condition.match != nil || condition.excludedMatch != nil
        default: false
        }
    }
}

/// The order of a page, and behind which note it begins.
struct PageOrder {
    let sort: NoteSort
    var after: NoteID?

    init(_ sort: NoteSort, after: NoteID? = nil) {
        self.sort = sort
        self.after = after
    }

    /// The same from the first note on.
    var fromTheBeginning: PageOrder { PageOrder(sort) }

    var isByID: Bool { sort == .newest || sort == .oldest }

    /// Whether one id comes before another.
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

    /// The notes `n` of which something holds, in this order.
    func page(where condition: SQL, limit: Int) -> SQL {
        SQL("SELECT n.id FROM note AS n WHERE n.binned IS NULL AND") + condition + SQL("AND")
            + self.condition(SQL("n.id")) + order(SQL("n.id")) + SQL("LIMIT ?", limit)
    }
}
