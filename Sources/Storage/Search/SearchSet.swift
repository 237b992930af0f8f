internal import SQLite

/// All notes, or cards, of one index in memory; scanned rows are tested for being among them or not.
///
/// Reading a row of an index takes a tenth of the time of looking up a single note in it.
struct SearchSet {
    let scan: SearchPlan.Scan
    /// Whether results have to be in the set; else they must not be.
    var isRequired = true
    /// About how many rows it has.
    var size = 0
    /// Whether it holds cards, which is possible if cards are scanned.
    var holdsCards = false

    var isMatch: Bool { if case .match = scan { true } else { false } }

    /// Whether rows that pass meet a condition.
    func decides(_ condition: SearchCondition) -> Bool {
        guard !isRequired else { return scan.implies(condition) }
        guard case .not(let inner) = condition else { return false }
        if case .match(let match) = scan { return inner.match == match }
        return scan.implies(inner)
    }

    /// Finds its IDs, perhaps some twice and some that are in the bin.
    var rows: SQL {
        let plan = SearchPlan([], scan: scan)
        return holdsCards ? plan.cards : plan.includingBinned
    }

    /// Finds those of its IDs that are among some notes or their cards; nil if that takes longer than reading all again.
    func rows(among notes: [Int64]) -> SQL? {
        let few = SQL("IN (SELECT value FROM json_each(?))", jsonArray(of: notes))
        switch scan {
        case .cards(let index):
            return SQL("SELECT") + (holdsCards ? SQL("c.id") : SQL("c.note"))
                + SQL("FROM card AS c INDEXED BY card_by_note WHERE c.note") + few + SQL("AND")
                + index.cardSQL
        case .match(let match):
            return SQL("SELECT n.id FROM note AS n WHERE n.id") + few + SQL("AND")
                + SearchCondition.match(match).sql(SQL("n.id"), ofFew: true)
        case .decks(let decks):
            return SQL("SELECT n.id FROM note AS n WHERE n.id") + few + SQL("AND n.deck IN")
                + SQL(list: decks)
        case .tags(let tags):
            return SQL("SELECT t.note FROM note_tag AS t WHERE t.note") + few
                + SQL("AND +t.folded_tag IN") + SQL(list: tags)
        case .rows(let rows, _):
            return SQL("SELECT n.id FROM note AS n WHERE n.id") + few + SQL("AND") + rows
        case .notes, .notesWithoutCards, .unindexed, .words, .allCards: return nil
        }
    }
}
