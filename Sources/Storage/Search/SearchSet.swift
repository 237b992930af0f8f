internal import Notes
internal import SQLite

/// The notes, or cards, that an index gives by itself: kept in memory while others are gone through, which have to be among
/// them or not.
///
/// A row of an index is read in a tenth of the time that it takes to look up, for one note, what the index tells.
struct SearchSet {
    let start: SearchStatement.Start
    /// Whether those are wanted that are among them; else those that are not.
    var isWanted = true
    /// About how many rows it has.
    var size = 0
    /// Whether cards are asked for, as can be where others are gone through.
    var isOfCards = false

    /// Whether it has what a `MATCH` finds.
    var isOfWords: Bool { if case .match = start { true } else { false } }

    /// Whether a condition need not be looked at any more where this is asked.
    func tells(_ condition: SearchCondition) -> Bool {
        guard !isWanted else { return start.implies(condition) }
        guard case .not(let inner) = condition else { return false }
        if case .match(let match) = start { return inner.match == match }
        return start.implies(inner)
    }

    /// What it has, perhaps some twice and some that lie in the bin.
    var rows: SQL {
        let plain = SearchStatement([], start: start)
        return isOfCards ? plain.cardsOfAll : plain.someOfAll
    }

    /// Those of some notes, or of their cards, that it has; nil where asking takes longer than reading all of it again.
    func rows(among notes: [Int64]) -> SQL? {
        let few = SQL(
            "IN (SELECT value FROM json_each(?))",
            jsonArray(of: notes.map(NoteID.init(rawValue:)))
        )
        switch start {
        case .cards(let index):
            return SQL("SELECT") + (isOfCards ? SQL("c.id") : SQL("c.note"))
                + SQL("FROM card AS c INDEXED BY card_by_note WHERE c.note") + few + SQL("AND")
                + index.ofCard
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
        case .notes, .unasked, .unindexed, .words, .cardsInOrder: return nil
        }
    }
}
