internal import Notes
internal import SQLite

/// How one query is asked of the tables.
///
/// A page and a count want different ways: a page wants notes in order and only the first ones, a count wants up to ten
/// thousand in any order. Both begin where the fewest rows have to be looked at.
struct SearchStatement {
    /// Where to begin.
    enum Start {
        case match(String)
        case decks([Int64])
        case tags([String])
        case rows(SQL)
        case cards
        case notes
    }

    let start: Start
    /// What else has to hold of the note.
    private let ofNote: [SearchCondition]
    /// What has to hold of one card of it.
    private let ofCard: [SearchCondition]

    init(_ conjuncts: [SearchCondition], start: Start) {
        self.start = start
        ofCard = conjuncts.filter(\.asksCard)
        ofNote = conjuncts.filter { condition in
            if condition.asksCard { return false }
            guard case .match = start else { return true }
            return condition.match == nil && condition.excludedMatch == nil
        }
    }

    /// Whether nothing has to hold but what the start says.
    var isStartAlone: Bool {
        guard ofCard.isEmpty else { return false }
        return switch start {
        case .match, .notes, .cards: ofNote.isEmpty
        case .decks, .tags, .rows: ofNote.count == 1
        }
    }

    /// Whether the start gives notes by their ids, so that a count is a page as well.
    var isOrdered: Bool {
        switch start {
        case .match, .notes: true
        case .decks(let decks): decks.count == 1 && !someCardsLieElsewhere
        case .tags(let tags): tags.count == 1
        case .rows, .cards: false
        }
    }

    /// Whether a deck is asked for as the place of cards, not of notes.
    private var someCardsLieElsewhere: Bool {
        ofCard.contains { condition in
            if case .card(_, _, _, .decks) = condition { true } else { false }
        }
    }

    // MARK: - Counting

    /// Notes in any order, unless the start has one; for a start at cards, those that have some.
    func some(limit: Int, newestFirst: Bool) -> SQL {
        switch start {
        case .match, .notes: return page(.init(newestFirst ? .newest : .oldest), limit: limit)
        case .decks(let decks) where someCardsLieElsewhere:
            return SQL("SELECT n.id FROM note AS n WHERE (n.deck IN") + list(decks)
                + SQL("OR n.id IN (SELECT note FROM card WHERE deck IN") + list(decks)
                + SQL(")) AND n.binned IS NULL AND") + filter + SQL("LIMIT ?", limit)
        case .decks(let decks) where decks.count == 1:
            return deckBranch(decks[0], PageOrder(newestFirst ? .newest : .oldest), limit: limit)
        case .decks(let decks):
            return SQL("SELECT n.id FROM note AS n INDEXED BY note_by_deck WHERE n.deck IN")
                + list(decks) + SQL("AND n.binned IS NULL AND") + filter + SQL("LIMIT ?", limit)
        case .tags(let tags):
            let others = ofNote.filter { !$0.isAmong(tags) }
            let sql =
                others.isEmpty && ofCard.isEmpty
                ? SQL("SELECT DISTINCT t.note FROM note_tag AS t WHERE t.folded_tag IN")
                    + SQL(list: tags) + SQL("AND t.note NOT IN") + Self.bin
                : SQL(
                    "SELECT DISTINCT t.note FROM note_tag AS t CROSS JOIN note AS n ON n.id = t.note"
                )
                    + SQL("WHERE t.folded_tag IN") + SQL(list: tags)
                    + SQL("AND n.binned IS NULL AND") + filter(others)
            guard tags.count == 1 else { return sql + SQL("LIMIT ?", limit) }
            return sql + (newestFirst ? SQL("ORDER BY t.note DESC") : SQL("ORDER BY t.note"))
                + SQL("LIMIT ?", limit)
        case .rows(let rows):
            return SQL("SELECT n.id FROM note AS n WHERE") + rows + SQL("AND n.binned IS NULL AND")
                + filter + SQL("LIMIT ?", limit)
        case .cards:
            // Without the plus, cards would be read note by note for the sake of what is distinct.
            guard !ofNote.isEmpty || ofCard.contains(where: \.asksNote) else {
                return SQL("SELECT DISTINCT +c.note FROM card AS c WHERE") + indexed
                    + conjunction(ofCard) + SQL("AND c.note NOT IN") + Self.bin
                    + SQL("LIMIT ?", limit)
            }
            return SQL(
                "SELECT DISTINCT +c.note FROM card AS c CROSS JOIN note AS n ON n.id = c.note"
            )
                + SQL("WHERE") + indexed + conjunction(ofCard) + SQL("AND n.binned IS NULL AND")
                + conjunction(ofNote) + SQL("LIMIT ?", limit)
        }
    }

    /// Notes that were never asked, for a start at cards; nil where none of them can fulfil the conditions.
    func unmade(limit: Int) -> SQL? {
        guard case .cards = start else { return nil }
        let condition = SearchCondition.every(ofCard.map(\.ofUnmadeCard))
        if case .never = condition { return nil }
        return SQL("SELECT n.id FROM note AS n WHERE n.introduced = 0 AND n.binned IS NULL AND")
            + condition.sql + SQL("AND") + conjunction(ofNote)
            + SQL("AND NOT EXISTS (SELECT 1 FROM card AS c WHERE c.note = n.id) LIMIT ?", limit)
    }

    /// The notes in the bin; few, and cheaper to leave out than all others are to look up.
    private static let bin = SQL("(SELECT id FROM note WHERE binned IS NOT NULL)")

    /// What lets the index of cards be used.
    private var indexed: SQL {
        for condition in ofCard {
            guard let indexed = condition.indexed else { continue }
            let decks = ofNote.compactMap { condition -> [Int64]? in
                guard case .note(_, .decks(let decks)) = condition else { return nil }
                return decks
            }
            // A card that is due is dealt by a deck, and by the one that the note lies in unless it lies elsewhere.
            guard case .card = condition, indexed.text.contains("dealing_deck"),
                let decks = decks.first
            else {
                return indexed + SQL("AND")
            }
            return SQL("c.dealing_deck IN") + list(decks) + SQL("AND")
        }
        return SQL("")
    }

    // MARK: - Pages

    /// The notes of a page, and how to know which come after another.
    struct PageOrder {
        let sort: NoteSort
        var after: NoteID?

        init(_ sort: NoteSort, after: NoteID? = nil) {
            self.sort = sort
            self.after = after
        }

        func order(_ id: StaticString) -> SQL {
            switch sort {
            case .newest: SQL("ORDER BY") + SQL(id) + SQL("DESC")
            case .oldest: SQL("ORDER BY") + SQL(id)
            case .changed: SQL("ORDER BY n.changed DESC, n.id DESC")
            case .prompt: SQL("ORDER BY n.prompt, n.id")
            }
        }

        func condition(_ id: StaticString) -> SQL {
            guard let after else { return SQL("1") }
            return switch sort {
            case .newest: SQL(id) + SQL("< ?", after)
            case .oldest: SQL(id) + SQL("> ?", after)
            case .changed:
                SQL(
                    "(n.changed, n.id) < ((SELECT changed FROM note WHERE id = ?), ?)",
                    after,
                    after
                )
            case .prompt:
                SQL("(n.prompt, n.id) > ((SELECT prompt FROM note WHERE id = ?), ?)", after, after)
            }
        }

        var isByID: Bool { sort == .newest || sort == .oldest }
    }

    /// The notes of a page, in order.
    func page(_ order: PageOrder, limit: Int) -> SQL {
        switch start {
        case .match(let match):
            guard !ofNote.isEmpty || !ofCard.isEmpty || !order.isByID else {
                return SQL("SELECT rowid FROM note_search WHERE note_search MATCH ? AND", match)
                    + order.condition("rowid") + order.order("rowid") + SQL("LIMIT ?", limit)
            }
            return SQL(
                "SELECT n.id FROM note_search CROSS JOIN note AS n ON n.id = note_search.rowid"
            )
                + SQL("WHERE note_search MATCH ? AND", match) + order.condition("note_search.rowid")
                + SQL("AND") + filter + order.order("note_search.rowid") + SQL("LIMIT ?", limit)
        case .decks(let decks)
        where order.isByID && decks.count <= Self.maximumBranches && !someCardsLieElsewhere:
            guard decks.count > 1 else { return deckBranch(decks[0], order, limit: limit) }
            let branches = decks.map {
                SQL("SELECT id FROM (") + deckBranch($0, order, limit: limit) + SQL(")")
            }
            return SQL("SELECT id FROM (") + SQL(joining: branches, by: " UNION ALL ") + SQL(")")
                + order.order("id") + SQL("LIMIT ?", limit)
        case .decks, .tags, .rows, .cards, .notes:
            return SQL("SELECT n.id FROM note AS n WHERE n.binned IS NULL AND")
                + order.condition("n.id") + SQL("AND") + filter
                + order.order("n.id") + SQL("LIMIT ?", limit)
        }
    }

    /// How many decks are asked one by one.
    private static let maximumBranches = 100

    private func deckBranch(_ deck: Int64, _ order: PageOrder, limit: Int) -> SQL {
        SQL("SELECT n.id FROM note AS n INDEXED BY note_by_deck WHERE n.deck = ?", deck)
            + SQL("AND n.binned IS NULL AND") + order.condition("n.id") + SQL("AND") + filter
            + order.order("n.id") + SQL("LIMIT ?", limit)
    }

    // MARK: - Conditions

    /// Everything that has to hold of a note, its cards included.
    private var filter: SQL { filter(ofNote) }

    private func filter(_ ofNote: [SearchCondition]) -> SQL {
        guard !ofCard.isEmpty else { return conjunction(ofNote) }
        var cards =
            SQL("EXISTS (SELECT 1 FROM card AS c WHERE c.note = n.id AND")
            + conjunction(ofCard) + SQL(")")
        let unmade = SearchCondition.every(ofCard.map(\.ofUnmadeCard))
        if case .never = unmade {
        } else {
            cards =
                (cards + SQL("OR") + unmade.sql
                + SQL("AND NOT EXISTS (SELECT 1 FROM card AS c WHERE c.note = n.id)"))
                .inBrackets
        }
        return conjunction(ofNote) + SQL("AND") + cards
    }

    private func conjunction(_ conditions: [SearchCondition]) -> SQL {
        conditions.isEmpty ? SQL("1") : SQL(joining: conditions.map(\.sql), by: " AND ")
    }

    private func list(_ decks: [Int64]) -> SQL { SQL(list: decks) }
}

extension SearchCondition {
    /// Whether it holds of just the notes that have one of these tags.
    fileprivate func isAmong(_ tags: [String]) -> Bool {
        if case .note(_, .tags(tags)) = self { true } else { false }
    }
}
