internal import SQLite

/// What a query asks, in terms of the tables: of a note `n`, or of a card `c` of it.
indirect enum SearchCondition: Sendable {
    case always
    case never
    /// What the index of words is asked with `MATCH`.
    case match(String)
    /// Something that the id of a note is enough to tell, in whatever column it stands; never null. It may also say
    /// where such notes can be looked up.
    case noteID(@Sendable (SQL) -> SQL, among: Source? = nil)
    /// Something about the note that the index of notes in order tells; never null.
    case note(SQL, among: Source? = nil)
    /// Something about the texts of the note, which have to be read; never null. It may also say where such notes can be
    /// looked up.
    case texts(SQL, among: Source? = nil)
    /// Something about a card, and the same of a card that was never asked and so has no row. It may also say which
    /// index can be asked for such cards.
    case card(SQL, unmade: SearchCondition, index: CardIndex? = nil)
    case all([SearchCondition])
    case any([SearchCondition])
    case not(SearchCondition)

    /// Where notes can be looked up that fulfil a condition.
    enum Source: Sendable {
        /// In any of these decks.
        case decks([Int64])
        /// With any of these tags, as they are folded.
        case tags([String])
        /// Among those of which this holds, which an index of notes can be asked for; perhaps in the order of their ids.
        case rows(SQL, isOrdered: Bool)
        /// From this id on.
        case range(Int64)
        /// Among those that have no card yet.
        case unasked
        /// With any of these words.
        case words(SearchWords)
    }

    /// An index that gives the cards that fulfil a condition, and no others.
    struct CardIndex: Sendable {
        /// What stands behind `FROM`: the cards as `c`, and their index.
        var from: SQL
        /// What holds of these cards and the index can be asked for.
        var sql: SQL
        /// The same but for what changes with every moment, and keeps few cards out.
        var ofToday: SQL
        /// What holds of these cards, asked of a card `c` by itself.
        var ofCard: SQL
        /// Whether it gives them in the order of their notes.
        var isOrdered = false
        /// How it is gone through, where those that are asked for lie at its end.
        var order = SQL("")
        /// Whether it is by the decks that deal cards.
        var isByDeck = false
        /// The decks that deal the cards that it gives, if not all do.
        var decks: [Int64]?
        /// How far it is worth counting what it gives, if that takes longer than usual.
        var mostCounted = Int.max

        init(_ name: StaticString, _ sql: SQL, isOrdered: Bool = false) {
            from = SQL("card AS c INDEXED BY") + SQL(name)
            self.sql = sql
            ofToday = sql
            ofCard = sql
            self.isOrdered = isOrdered
        }

        /// Whether it gives all that another gives, which may be asked for the same within some decks.
        func gives(thoseOf other: CardIndex) -> Bool {
            isByDeck && other.isByDeck || sql == other.sql
        }
    }
}

extension SearchCondition {
    /// All of them; what is always or never so is worked out.
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

    /// Any of them; what is always or never so is worked out, and tags are looked for together.
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

    /// The opposite; brackets are opened, so that as much as can be is known of each part.
    static prefix func ! (condition: SearchCondition) -> SearchCondition {
        switch condition {
        case .always: .never
        case .never: .always
        case .not(let inner): inner
        case .any(let parts) where condition.match == nil: .every(parts.map { !$0 })
        // All that come before them follow one another too.
        case .noteID(_, .range(let first)): .noteID { $0 + SQL("< ?", first) }
        default: .not(condition)
        }
    }

    /// That the note has one of these tags, as they are folded.
    static func tagged(_ tags: [String]) -> SearchCondition {
        .noteID(
            { note in
                // NB: With the plus, the few tags of a note are compared; without it, each of these is looked up.
                SQL("EXISTS (SELECT 1 FROM note_tag WHERE note_tag.note =") + note
                    + (tags.count > 1 ? SQL("AND +folded_tag IN") : SQL("AND folded_tag IN"))
                    + SQL(list: tags) + SQL(")")
            },
            among: .tags(tags)
        )
    }

    /// What has to hold one by one.
    var conjuncts: [SearchCondition] {
        switch self {
        case .always: []
        case .all(let parts): parts
        default: [self]
        }
    }

    /// Conditions of which all have to hold, over and over: what fulfils any of these lists fulfils this.
    ///
    /// Each can be looked up where it is best found.
    var alternatives: [[SearchCondition]] {
        if case .never = self { return [] }
        return opened.map(\.conjuncts)
    }

    /// The parts of which any has to hold, brackets opened where that is not too many.
    private var opened: [SearchCondition] {
        switch self {
        case .any(let parts) where match == nil: return parts.flatMap(\.opened)
        case .all(let parts):
            guard
                let (index, inner) = parts.enumerated().lazy.compactMap({ index, part in
                    part.brackets.map { (index, $0) }
                }).first
            else { return [self] }
            let others = parts[..<index] + parts[(index + 1)...]
            return inner.map { .every(others + [$0]) }
        default: return [self]
        }
    }

    /// What is in brackets, of which any has to hold.
    private var brackets: [SearchCondition]? {
        guard case .any(let parts) = self, match == nil, parts.count <= 6 else { return nil }
        return parts
    }

    /// That the full-text index does not know the note as it is now.
    static var unindexed: SearchCondition {
        .noteID { $0 + SQL("IN (SELECT note FROM note_search_change)") }
    }

    /// That no card of the note has a row.
    static var unasked: SearchCondition { .note(SQL("n.cards = 0"), among: .unasked) }

    /// Whether something is asked of a card.
    var asksCard: Bool {
        switch self {
        case .card: true
        case .always, .never, .match, .noteID, .note, .texts: false
        case .all(let parts), .any(let parts): parts.contains(where: \.asksCard)
        case .not(let inner): inner.asksCard
        }
    }

    /// Whether more of the note has to be looked at than its id.
    var asksNote: Bool {
        switch self {
        case .note, .texts: true
        case .always, .never, .match, .noteID, .card: false
        case .all(let parts), .any(let parts): parts.contains(where: \.asksNote)
        case .not(let inner): inner.asksNote
        }
    }

    /// Whether the texts of the note have to be read.
    var asksTexts: Bool {
        switch self {
        case .texts: true
        case .always, .never, .match, .noteID, .note, .card: false
        case .all(let parts), .any(let parts): parts.contains(where: \.asksTexts)
        case .not(let inner): inner.asksTexts
        }
    }

    /// Where the notes can be looked up that fulfil it.
    var source: Source? {
        switch self {
        case .noteID(_, let source), .note(_, let source), .texts(_, let source): source
        case .always, .never, .match, .card, .all, .any, .not: nil
        }
    }

    /// The index that gives the cards that fulfil it.
    var cardIndex: CardIndex? {
        if case .card(_, _, let index) = self { index } else { nil }
    }

    /// The decks that notes are asked to lie in.
    var homeDecks: [Int64]? {
        if case .decks(let decks) = source { decks } else { nil }
    }

    /// What is asked of a card that has no row.
    var ofUnmadeCard: SearchCondition {
        switch self {
        case .card(_, let unmade, _): unmade
        case .always, .never, .match, .noteID, .note, .texts: self
        case .all(let parts): .every(parts.map(\.ofUnmadeCard))
        case .any(let parts): .either(parts.map(\.ofUnmadeCard))
        case .not(let inner): !inner.ofUnmadeCard
        }
    }

    /// The same as one `MATCH`, if the index alone can tell; what is excluded has to be excluded from something.
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

    /// What the index would be asked for notes that are excluded.
    var excludedMatch: String? {
        guard case .not(let inner) = self else { return nil }
        return inner.match
    }

    static func match(_ found: [String], without excluded: [String]) -> String {
        let found = found.map { "(\($0))" }.joined(separator: " AND ")
        guard !excluded.isEmpty else { return found }
        return "(\(found)) NOT (\(excluded.map { "(\($0))" }.joined(separator: " OR ")))"
    }

    /// The condition on `n` and `c`, for a `WHERE`.
    ///
    /// - Parameters:
    ///   - note: the column that holds the id of the note.
    ///   - ofFew: whether so few notes are asked for that the index of words is best asked about each.
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
        // What is asked of a number that a card does not have is null.
        case .not(let inner):
            SQL("NOT coalesce(") + inner.sql(note, ofFew: ofFew) + SQL(", 0)")
        }
    }
}

extension [SearchCondition] {
    /// That all of them hold.
    func sql(_ note: SQL, ofFew: Bool = false) -> SQL {
        isEmpty ? SQL("1") : SQL(joining: map { $0.sql(note, ofFew: ofFew) }, by: " AND ")
    }
}
