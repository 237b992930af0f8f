internal import SQLite

/// What a query asks, in terms of the tables: of a note `n`, or of a card `c` of it.
indirect enum SearchCondition: Sendable {
    case always
    case never
    /// What the index is asked with `MATCH`.
    case match(String)
    /// Something about the note; never null. It may also say where such notes can be looked up.
    case note(SQL, among: Source? = nil)
    /// Something about a card, and the same of a card that was never asked and so has no row. It may also say what holds
    /// of such cards and an index can be asked for, or where their notes can be looked up.
    case card(SQL, unmade: SearchCondition, indexed: SQL? = nil, among: Source? = nil)
    case all([SearchCondition])
    case any([SearchCondition])
    case not(SearchCondition)

    /// Where notes can be looked up that fulfil a condition.
    enum Source: Sendable {
        /// In any of these decks.
        case decks([Int64])
        /// With any of these tags, as they are folded.
        case tags([String])
        /// Among those of which this holds, which an index of notes can be asked for.
        case rows(SQL)
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

    /// Any of them; what is always or never so is worked out.
    static func either(_ parts: [SearchCondition]) -> SearchCondition {
        var rest: [SearchCondition] = []
        for part in parts {
            switch part {
            case .never: continue
            case .always: return .always
            case .any(let inner): rest += inner
            default: rest.append(part)
            }
        }
        return rest.isEmpty ? .never : rest.count == 1 ? rest[0] : .any(rest)
    }

    /// The opposite.
    static prefix func ! (condition: SearchCondition) -> SearchCondition {
        switch condition {
        case .always: .never
        case .never: .always
        case .not(let inner): inner
        default: .not(condition)
        }
    }

    /// What has to hold one by one.
    var conjuncts: [SearchCondition] {
        switch self {
        case .always: []
        case .all(let parts): parts
        default: [self]
        }
    }

    /// Whether something is asked of a card.
    var asksCard: Bool {
        switch self {
        case .card: true
        case .always, .never, .match, .note: false
        case .all(let parts), .any(let parts): parts.contains(where: \.asksCard)
        case .not(let inner): inner.asksCard
        }
    }

    /// Whether the note has to be looked at, too.
    var asksNote: Bool {
        switch self {
        // Where cards lie in other decks, those that do not lie where their note does.
        case .card(_, _, _, let source): source != nil
        case .match, .note: true
        case .always, .never: false
        case .all(let parts), .any(let parts): parts.contains(where: \.asksNote)
        case .not(let inner): inner.asksNote
        }
    }

    /// What holds of the cards that fulfil it, and an index can be asked for.
    var indexed: SQL? {
        switch self {
        case .card(_, _, let indexed, _): return indexed
        case .all(let parts): return parts.lazy.compactMap(\.indexed).first
        case .any(let parts):
            let indexed = parts.compactMap { $0.indexed?.inBrackets }
            guard indexed.count == parts.count else { return nil }
            return SQL(joining: indexed, by: " OR ").inBrackets
        case .always, .never, .match, .note, .not: return nil
        }
    }

    /// What is asked of a card that has no row.
    var ofUnmadeCard: SearchCondition {
        switch self {
        case .card(_, let unmade, _, _): unmade
        case .always, .never, .match, .note: self
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
        case .always, .never, .note, .card, .not: return nil
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
    var sql: SQL {
        switch self {
        case .always: SQL("1")
        case .never: SQL("0")
        case .match(let match):
            SQL(
                "n.id IN (SELECT rowid FROM note_search WHERE note_search MATCH ?)",
                match
            )
        case .note(let sql, _), .card(let sql, _, _, _): sql.inBrackets
        case .all(let parts): SQL(joining: parts.map(\.sql), by: " AND ").inBrackets
        case .any(let parts):
            match.map { SearchCondition.match($0).sql }
                ?? SQL(joining: parts.map(\.sql), by: " OR ").inBrackets
        case .not(let inner): SQL("NOT") + inner.sql
        }
    }
}
