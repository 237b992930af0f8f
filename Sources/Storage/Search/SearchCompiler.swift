internal import Languages
internal import Notes
internal import SQLite

/// Compiles queries into conditions: resolves the names of decks, tags, types and fields in one library.
struct SearchCompiler {
    let connection: Connection
    let planner: FullTextPlanner
    let day: SearchDay
    let leechLapses: Int
    let decks: [Deck]
    /// Those that contain notes.
    let filledDecks: Set<DeckID>
    let types: [NoteType]
    /// Whether some card is in another deck than its note.
    let someCardsAreElsewhere: Bool
    let someCardsAreBuried: Bool
    let state: IndexingState
    /// Whether it compiles for notes that are not in the full-text index, whose texts have to be read.
    private(set) var scansTexts = false
    /// Whether a compiled condition uses the full-text index.
    private(set) var usesFullTextIndex = false

    private(set) var remarks: [SearchMistake] = []
    // Of the query that is being compiled: the ranges of its terms, the index of the current one, and that of the unfinished one.
    private var ranges: [Range<Int>] = []
    private var index = 0
    private var unfinished: Int?

    init(
        connection: Connection,
        vocabulary: Vocabulary,
        day: SearchDay,
        leechLapses: Int,
        decks: [Deck],
        filledDecks: Set<DeckID>,
        types: [NoteType],
        state: IndexingState
    ) throws {
        self.connection = connection
        self.state = state
        self.day = day
        self.leechLapses = leechLapses
        self.decks = decks
        self.filledDecks = filledDecks
        self.types = types
        planner = FullTextPlanner(vocabulary: vocabulary, connection: connection)
        someCardsAreElsewhere = try connection.cached("some cards are elsewhere") {
            try connection.hasRow("SELECT 1 FROM card WHERE deck IS NOT NULL LIMIT 1")
        }
        someCardsAreBuried = try connection.cached("some cards are buried") {
            try connection.hasRow("SELECT 1 FROM card WHERE buried IS NOT NULL LIMIT 1")
        }
    }

    /// A compiler for notes that are not in the full-text index.
    var scanningTexts: SearchCompiler {
        var compiler = self
        compiler.scansTexts = true
        return compiler
    }

    mutating func condition(of query: SearchQuery) throws -> SearchCondition {
        ranges = query.ranges
        unfinished = query.unfinishedTerm
        index = 0
        guard let expression = query.expression else { return .always }
        return try condition(of: expression)
    }

    private mutating func condition(of expression: SearchExpression) throws -> SearchCondition {
        switch expression {
        case .term(let term):
            defer { index += 1 }
            return try condition(of: term)
        case .not(let inner): return try !condition(of: inner)
        case .all(let parts): return .every(try parts.map { try condition(of: $0) })
        case .any(let parts): return .either(try parts.map { try condition(of: $0) })
        }
    }

    private mutating func condition(of term: SearchTerm) throws -> SearchCondition {
        switch term {
        case .text(let text): try condition(of: text)
        case .tag(let pattern): try condition(tagged: pattern)
        case .untagged:
            .noteID { note in
                SQL("NOT EXISTS (SELECT 1 FROM note_tag WHERE note_tag.note =") + note + SQL(")")
            }
        case .deck(let pattern): condition(inDeck: pattern)
        case .wordType(let type?):
            .note(
                SQL("n.word_type IS ?", type),
                source: .rows(
                    SQL("n.word_type = ? AND n.binned IS NULL", type),
                    isOrdered: true
                )
            )
        case .wordType(nil): .note(SQL("n.word_type IS NULL"))
        case .noteType(let pattern): condition(noteType: pattern)
        case .state(let state): condition(of: state)
        case .flag(let flag): condition(flag: flag)
        case .property(let property, let comparison, let number):
            condition(property, comparison, number)
        case .added(let days): try condition(madeFrom: day.start(in: 1 - days))
        case .rated(let days, let grade): condition(ratedWithin: days, grade)
        }
    }

    private mutating func remark(_ message: Phrase) {
        remarks.append(SearchMistake(range: ranges[index], message: message))
    }
}

// MARK: - Texts

extension SearchCompiler {
    private mutating func condition(of text: SearchText) throws -> SearchCondition {
        guard let name = text.field else { return try condition(of: text, in: nil) }
        let fields = fields(named: name)
        guard fields.isEmpty else {
            return .either(
                try fields.map { field, types in
                    let found = try condition(of: text, in: field)
                    guard let types, try !areAll(types) else { return found }
                    return .every([
                        found, .note(SQL("n.note_type IN") + SQL(list: types)),
                    ])
                }
            )
        }
        remark("No note has a field “\(name.shown)”; this looks for the words instead.")
        var plain = text
        plain.field = nil
        plain.pattern =
            SearchPattern(name.parts + [.text(":")] + text.pattern.parts) ?? text.pattern
        return try condition(of: plain, in: nil)
    }

    private mutating func condition(
        of text: SearchText,
        in field: FieldID?
    ) throws -> SearchCondition {
        let isUnfinished = index == unfinished
        guard let pattern = TextPattern(text.pattern, isUnfinished: isUnfinished) else {
            remark("There is no letter in “\(text.pattern.shown)” to look for.")
            return .always
        }
        if pattern.elements.isEmpty, field == nil { return .always }
        let name = field?.description
        let check = TextCheck.text(
            text,
            isUnfinished: isUnfinished,
            fields: name.map { [$0] }
        )
        let texts = SQL("note_has(n.fields, ?)", check)
        guard !scansTexts else { return .texts(texts) }
        usesFullTextIndex = true
        guard let query = try planner.query(pattern, field: name) else { return .never }
        let found = query.match.map { SearchCondition.match($0) } ?? .always
        guard query.needsCheck else { return found }
        return .every([found, .texts(texts, source: query.words.map { .words($0) })])
    }

    /// Whether every note has one of these types.
    private func areAll(_ types: [NoteTypeID]) throws -> Bool {
        let used = try connection.cached("note types of notes") {
            var used: [NoteTypeID] = []
            while let next = try connection.row(
                """
                SELECT note_type
                FROM note INDEXED BY note_by_type
                WHERE note_type > :last
                ORDER BY note_type
                LIMIT 1
                """,
                ["last": used.last?.rawValue ?? .min],
                { $0.id(0) as NoteTypeID }
            ) { used.append(next) }
            return used
        }
        return used.allSatisfy(types.contains)
    }

    /// The fields with a name, and for each the note types in which it has that name; nil means all of them.
    private func fields(named name: SearchPattern) -> [(FieldID, [NoteTypeID]?)] {
        var found: [FieldID: [NoteTypeID]] = [:]
        for type in types {
            for field in type.fields where name.matches(name: field.name) {
                found[field.id, default: []].append(type.id)
            }
        }
        var fields: [(FieldID, [NoteTypeID]?)] = found.sorted { $0.key < $1.key }
            .map { ($0.key, $0.value) }
        // Longer ones are well formed too, but no language has such a tag, and many words look like one.
        if let tag = name.text.flatMap({ LanguageTag($0) }), tag.language.utf8.count <= 3 {
            fields.append((.language(tag), nil))
        }
        return fields
    }
}

// MARK: - Names

extension SearchCompiler {
    private mutating func condition(tagged pattern: SearchPattern) throws -> SearchCondition {
        if pattern.parts == [.anything] {
            return .noteID { note in
                SQL("EXISTS (SELECT 1 FROM note_tag WHERE note_tag.note =") + note + SQL(")")
            }
        }
        let tags = try tags(pattern)
        guard !tags.isEmpty else {
            remark("No note has the tag “\(pattern.shown)”.")
            return .never
        }
        return .tagged(tags)
    }

    /// The tags that match a pattern, with those nested in them, by one index lookup each.
    private func tags(_ pattern: SearchPattern) throws -> [String] {
        let key = pattern.text?.caseFolded
        var tags: [String] = []
        var last = ""
        if let key {
            let exists = try connection.hasRow(
                "SELECT 1 FROM note_tag WHERE folded_tag = :key LIMIT 1",
                ["key": key]
            )
            if exists { tags.append(key) }
            last = key + "::"
        }
        while let next = try connection.row(
            """
            SELECT folded_tag
            FROM note_tag
            WHERE folded_tag > :last
            ORDER BY folded_tag
            LIMIT 1
            """,
            ["last": last],
            { $0.text(0) }
        ) {
            if let key, !next.isInside(key) { break }
            if key != nil || pattern.matches(nameOrAncestor: next) { tags.append(next) }
            last = next
        }
        return tags
    }

    private mutating func condition(inDeck pattern: SearchPattern) -> SearchCondition {
        if pattern.parts == [.anything] { return .always }
        let found = decks.filter { pattern.matches(nameOrAncestor: $0.name.text) }.map(\.id)
        guard !found.isEmpty else {
            remark("There is no deck “\(pattern.shown)”.")
            return .never
        }
        if !someCardsAreElsewhere, filledDecks.isSubset(of: found) { return .always }
        let home = SearchCondition.note(
            SQL("n.deck IN") + SQL(list: found),
            source: .decks(found.map(\.rawValue))
        )
        guard someCardsAreElsewhere else { return home }
        let elsewhere = SQL("c.deck IN") + SQL(list: found)
        return .either([
            .every([home, .card(SQL("c.deck IS NULL"), withoutRow: .always)]),
            .card(elsewhere, withoutRow: .never, index: .init("card_by_deck", elsewhere)),
        ])
    }

    private mutating func condition(noteType pattern: SearchPattern) -> SearchCondition {
        let found = types.filter { pattern.matches(name: $0.name) }.map(\.id)
        guard !found.isEmpty else {
            remark("There is no card type “\(pattern.shown)”.")
            return .never
        }
        let rows = SQL("n.note_type IN") + SQL(list: found)
        return .note(rows, source: .rows(rows, isOrdered: found.count == 1))
    }

    /// The IDs of most notes contain when they were made; if all do, the condition is a range of IDs.
    private func condition(madeFrom moment: Int64) throws -> SearchCondition {
        let someAreOutOfOrder = try connection.cached("some notes are out of order") {
            // Unknown until the index is built.
            if state.lacksIndexes { return true }
            return try connection.hasRow(
                """
                SELECT 1
                FROM note INDEXED BY note_out_of_order
                WHERE made <> (id >> 21)
                LIMIT 1
                """
            )
        }
        guard someAreOutOfOrder else {
            let first = max(moment, 0) << 21
            return .noteID({ $0 + SQL(">= ?", first) }, source: .range(first))
        }
        let rows = SQL("n.made >= ? AND n.binned IS NULL", moment)
        return .note(SQL("n.made >= ?", moment), source: .rows(rows, isOrdered: false))
    }
}

extension SearchPattern {
    /// Whether a nested name or one of its ancestors matches.
    fileprivate func matches(nameOrAncestor name: String) -> Bool {
        matches(name: name) || name.containingNames.contains { matches(name: String($0)) }
    }
}
