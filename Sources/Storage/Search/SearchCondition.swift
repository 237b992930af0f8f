internal import SQLite

/// A query in terms of the tables: a condition on a note `n`, or on one of its cards, `c`.
indirect enum SearchCondition: Sendable {
    case always
    case never
    /// A `MATCH` of the full-text index.
    case match(String)
    /// SQL that needs only the ID of the note, given the column that holds it; never null.
    case noteID(@Sendable (SQL) -> SQL, source: Source? = nil)
    /// SQL on columns of the note that `note_in_order` covers; never null.
    case note(SQL, source: Source? = nil)
    /// SQL on the texts of the note, which have to be read from its row; never null.
    case texts(SQL, source: Source? = nil)
    /// SQL on a card, and the equivalent condition for a new card, which has no row before its first review.
    case card(SQL, withoutRow: SearchCondition, index: CardIndex? = nil)
    case all([SearchCondition])
    case any([SearchCondition])
    case not(SearchCondition)

    /// Where the notes that meet a condition can be looked up.
    enum Source: Sendable {
        /// Those in any of these decks.
        case decks([Int64])
        /// Those with any of these folded tags.
        case tags([String])
        /// Those that meet a condition for which SQLite uses an index of notes; perhaps in the order of their IDs.
        case rows(SQL, isOrdered: Bool)
        /// Those from this ID on.
        case range(Int64)
        /// Those without rows of cards.
        case withoutCards
        /// Those with any of these words.
        case words(SearchWords)
    }

    /// An index that contains exactly the cards that meet a condition.
    struct CardIndex: Sendable {
        /// What follows `FROM`: the cards as `c`, with their index.
        var from: SQL
        /// The condition in terms of the index.
        var sql: SQL
        /// `sql` without a part that excludes few cards and changes with the clock, so that its count can be cached.
        var countedSQL: SQL
        /// The condition on a single card `c`.
        var cardSQL: SQL
        /// Whether it has the cards in the order of their notes.
        var isOrdered = false
        /// Whether it contains due cards by the decks that deal them.
        var isByDeck = false
        /// Whether all new cards in it are also in `card_reset`.
        var excludesUnreviewed = false
        /// The decks that deal its cards, unless all do.
        var decks: [Int64]?
        /// How many rows at most to count, if that takes longer than usual.
        var countingLimit = Int.max

        init(
            _ name: StaticString,
            _ sql: SQL,
            isOrdered: Bool = false,
            excludesUnreviewed: Bool = false
        ) {
            from = SQL("card AS c INDEXED BY") + SQL(name)
            self.sql = sql
            countedSQL = sql
            cardSQL = sql
            self.isOrdered = isOrdered
            self.excludesUnreviewed = excludesUnreviewed
        }

        static let newCards = CardIndex("card_by_stage", SQL("c.stage = 0"), isOrdered: true)
        /// The new cards that were reset or imported with a memory: usually few or none.
        static let resetCards = CardIndex(
            "card_reset",
            SQL(
                """
                c.stage = 0
                AND (c.reviewed IS NOT NULL OR c.last_day IS NOT NULL OR c.due IS NOT NULL
                    OR c.stability IS NOT NULL OR c.difficulty IS NOT NULL OR c.reviews > 0 OR c.lapses > 0)
                """
            ),
            isOrdered: true
        )

        /// Whether it contains all cards of another, which may be limited to some decks.
        func includes(_ other: CardIndex) -> Bool {
            isByDeck && other.isByDeck || sql == other.sql
        }
    }
}

extension SearchCondition {
    /// All of them, simplified.
    static func every(_ parts: [SearchCondition]) -> SearchCondition {
        var rest: [SearchCondition] = []
        for part in parts {
            switch part {
            case .always: continue
            case .never: return .never
            case .all(let inner): rest += inner
            default: rest.append(part)
            }
        }
        return rest.isEmpty ? .always : rest.count == 1 ? rest[0] : .all(rest)
    }

    /// Any of them, simplified; tags are combined into one condition.
    static func either(_ parts: [SearchCondition]) -> SearchCondition {
        var rest: [SearchCondition] = []
        var tags: [String] = []
        for part in parts {
            switch part {
            case .never: continue
            case .always: return .always
            case .any(let inner): rest += inner
            case .noteID(_, .tags(let some)): tags += some.filter { !tags.contains($0) }
            default: rest.append(part)
            }
        }
        if !tags.isEmpty { rest.append(.tagged(tags)) }
        return rest.isEmpty ? .never : rest.count == 1 ? rest[0] : .any(rest)
    }

    /// The negation; pushed into disjunctions, so that each part can be planned by itself.
    static prefix func ! (condition: SearchCondition) -> SearchCondition {
        switch condition {
        case .always: .never
        case .never: .always
        case .not(let inner): inner
        case .any(let parts) where condition.match == nil: .every(parts.map { !$0 })
        // The notes before an ID are a range too.
        case .noteID(_, .range(let first)): .noteID { $0 + SQL("< ?", first) }
        default: .not(condition)
        }
    }

    /// The note has one of these folded tags.
    static func tagged(_ tags: [String]) -> SearchCondition {
        .noteID(
            { note in
                // NB: With the plus, SQLite compares the note's few tags instead of looking up each of these.
                SQL("EXISTS (SELECT 1 FROM note_tag WHERE note_tag.note =") + note
                    + (tags.count > 1 ? SQL("AND +folded_tag IN") : SQL("AND folded_tag IN"))
                    + SQL(list: tags) + SQL(")")
            },
            source: .tags(tags)
        )
    }

    /// Conditions that together are equivalent to this one.
    var conjuncts: [SearchCondition] {
        switch self {
        case .always: []
        case .all(let parts): parts
        default: [self]
        }
    }

    /// The disjunctive normal form, as far as it is short: lists of conditions, of which any has to be met completely.
    ///
    /// Each list gets its own plan.
    var alternatives: [[SearchCondition]] {
        if case .never = self { return [] }
        return disjuncts.map(\.conjuncts)
    }

    private var disjuncts: [SearchCondition] {
        switch self {
        case .any(let parts) where match == nil: return parts.flatMap(\.disjuncts)
        case .all(let parts):
            guard
                let (index, inner) = parts.enumerated().lazy.compactMap({ index, part in
                    part.shortDisjunction.map { (index, $0) }
                }).first
            else { return [self] }
            let others = parts[..<index] + parts[(index + 1)...]
            return inner.map { .every(others + [$0]) }
        default: return [self]
        }
    }

    private var shortDisjunction: [SearchCondition]? {
        guard case .any(let parts) = self, match == nil, parts.count <= 6 else { return nil }
        return parts
    }

    /// The full-text index is out of date for the note.
    static var unindexed: SearchCondition {
        .noteID { $0 + SQL("IN (SELECT note FROM note_search_change)") }
    }

    /// No card of the note has a row.
    static var withoutCards: SearchCondition {
        .note(SQL("n.cards = 0"), source: .withoutCards)
    }

    var readsCard: Bool {
        switch self {
        case .card: true
        case .always, .never, .match, .noteID, .note, .texts: false
        case .all(let parts), .any(let parts): parts.contains(where: \.readsCard)
        case .not(let inner): inner.readsCard
        }
    }

    /// Whether it reads more of the note than its ID.
    var readsNote: Bool {
        switch self {
        case .note, .texts: true
        case .always, .never, .match, .noteID, .card: false
        case .all(let parts), .any(let parts): parts.contains(where: \.readsNote)
        case .not(let inner): inner.readsNote
        }
    }

    var readsTexts: Bool {
        switch self {
        case .texts: true
        case .always, .never, .match, .noteID, .note, .card: false
        case .all(let parts), .any(let parts): parts.contains(where: \.readsTexts)
        case .not(let inner): inner.readsTexts
        }
    }

    /// Where the notes that meet it can be looked up.
    var source: Source? {
        switch self {
        case .noteID(_, let source), .note(_, let source), .texts(_, let source): source
        case .always, .never, .match, .card, .all, .any, .not: nil
        }
    }

    /// The index that contains exactly the cards that meet it.
    var cardIndex: CardIndex? {
        if case .card(_, _, let index) = self { index } else { nil }
    }

    /// The decks to which it limits notes.
    var homeDecks: [Int64]? {
        if case .decks(let decks) = source { decks } else { nil }
    }

    /// The equivalent condition for a card that has no row.
    var withoutCardRow: SearchCondition {
        switch self {
        case .card(_, let withoutRow, _): withoutRow
        case .always, .never, .match, .noteID, .note, .texts: self
        case .all(let parts): .every(parts.map(\.withoutCardRow))
        case .any(let parts): .either(parts.map(\.withoutCardRow))
        case .not(let inner): !inner.withoutCardRow
        }
    }

    /// An equivalent `MATCH`, if there is one; FTS5 has no negation, only exclusion from other results.
    var match: String? {
        switch self {
        case .match(let match): return match
        case .any(let parts):
            let matches = parts.compactMap(\.match)
            return matches.count == parts.count
                ? matches.map { "(\($0))" }.joined(separator: " OR ") : nil
        case .all(let parts):
            let found = parts.compactMap(\.match)
            let excluded = parts.compactMap(\.excludedMatch)
            guard !found.isEmpty, found.count + excluded.count == parts.count else { return nil }
            return Self.match(found, without: excluded)
        case .always, .never, .noteID, .note, .texts, .card, .not: return nil
        }
    }

    /// The `MATCH` of the notes that it excludes, if it is the negation of one.
    var excludedMatch: String? {
        guard case .not(let inner) = self else { return nil }
        return inner.match
    }

    static func match(_ found: [String], without excluded: [String]) -> String {
        let found = found.map { "(\($0))" }.joined(separator: " AND ")
        guard !excluded.isEmpty else { return found }
        return "(\(found)) NOT (\(excluded.map { "(\($0))" }.joined(separator: " OR ")))"
    }

    /// The condition on `n` and `c` for a `WHERE` clause.
    ///
    /// - Parameters:
    ///   - note: The column that holds the ID of the note.
    ///   - ofFew: Whether so few notes are tested that the full-text index is best queried for each.
    func sql(_ note: SQL, ofFew: Bool = false) -> SQL {
        switch self {
        case .always: SQL("1")
        case .never: SQL("0")
        case .match(let match):
            ofFew
                ? SQL("EXISTS (SELECT 1 FROM note_search WHERE note_search MATCH ?", match)
                    + SQL("AND note_search.rowid =") + note + SQL(")")
                : note
                    + SQL("IN (SELECT rowid FROM note_search WHERE note_search MATCH ?)", match)
        case .noteID(let sql, _): sql(note).parenthesized
        case .note(let sql, _), .texts(let sql, _), .card(let sql, _, _): sql.parenthesized
        case .all(let parts):
            SQL(joining: parts.map { $0.sql(note, ofFew: ofFew) }, by: " AND ").parenthesized
        case .any(let parts):
            match.map { SearchCondition.match($0).sql(note, ofFew: ofFew) }
                ?? SQL(joining: parts.map { $0.sql(note, ofFew: ofFew) }, by: " OR ").parenthesized
        // A comparison with a number that a card does not have is null.
        case .not(let inner):
            SQL("NOT coalesce(") + inner.sql(note, ofFew: ofFew) + SQL(", 0)")
        }
    }
}

extension [SearchCondition] {
    func sql(_ note: SQL, ofFew: Bool = false) -> SQL {
        isEmpty ? SQL("1") : SQL(joining: map { $0.sql(note, ofFew: ofFew) }, by: " AND ")
    }
}
