internal import LibraryValues
package import Notes
internal import Storage

extension Library {
    /// The notes of which a card matches a search in Anki's language.
    package func notes(
        matching query: AnkiQuery,
        timeZoneOffset minutes: Int
    ) throws(LibraryError) -> [NoteID] {
        let names = try names(in: query)
        let plan = AnkiSearchPlan(query, names)
        if plan.isExact { return try read { try candidates(of: plan, with: $0, offset: minutes) } }
        var seen: Set<NoteID> = []
        return try cards(matching: query, names, plan, offset: minutes).map(\.note)
            .filter { seen.insert($0).inserted }
    }

    /// The cards that match a search in Anki's language.
    package func cards(
        matching query: AnkiQuery,
        timeZoneOffset minutes: Int
    ) throws(LibraryError) -> [CardID] {
        let names = try names(in: query)
        return try cards(matching: query, names, AnkiSearchPlan(query, names), offset: minutes)
    }

    private func cards(
        matching query: AnkiQuery,
        _ names: AnkiSearchPlan.Names,
        _ plan: AnkiSearchPlan,
        offset minutes: Int
    ) throws(LibraryError) -> [CardID] {
        let deckNumbers = query.namesDeck ? try numbers(ofDecks: try decks()) : [:]
        let typeNumbers = query.namesType ? try numbers(ofTypes: try types().map(\.id)) : [:]
        return try read { reader in
            let ids = try candidates(of: plan, with: reader, offset: minutes)
            let day = try searchDay(reader, offset: minutes)
            var notes = try ConnectedNotes(reader, reading: japanese)
            var matcher = AnkiMatcher(
                decks: Dictionary(
                    uniqueKeysWithValues: notes.hierarchy.decks.map { ($0.id, $0.name.text) }
                ),
                deckNumbers: deckNumbers,
                typeNumbers: typeNumbers,
                cardNumbers: names.cards,
                noteNumbers: names.notes,
                day: day
            )
            for term in query.terms {
                switch term {
                case .rated(let days, let grade):
                    matcher.answered[term] = try reader.cards(
                        answeredSince: Moment(milliseconds: day.start(in: 1 - days)),
                        grade
                    )
                case .introduced(let days):
                    matcher.answered[term] = try reader.cards(
                        introducedSince: Moment(milliseconds: day.start(in: 1 - days))
                    )
                default: break
                }
            }
            var found: [CardID] = []
            for start in stride(from: 0, to: ids.count, by: 1_000) {
                let part = Array(ids[start..<min(start + 1_000, ids.count)])
                for note in try notes.notes(part, with: reader) {
                    let subject = AnkiMatcher.Subject(note)
                    found += note.cards.lazy
                        .filter { plan.isExact || matcher.matches(query, $0, of: subject) }
                        .map(\.id)
                }
            }
            return found
        }
    }

    /// The notes that meet a plan's conditions.
    private func candidates(
        of plan: AnkiSearchPlan,
        with reader: borrowing Reader,
        offset minutes: Int
    ) throws -> [NoteID] {
        if let notes = plan.notes, plan.expression == nil {
            return try reader.decks(of: notes.sorted()).map(\.note)
        }
        let (expression, texts) = (plan.expression, plan.texts)
        var found: [NoteID]
        if expression == nil, !texts.isEmpty {
            found = try reader.notes(containing: texts)
        } else if expression == nil {
            found = try reader.notes()
        } else {
            found = try reader.search(
                SearchQuery(expression),
                limit: Int(clamping: Int32.max),
                isCounted: false,
                on: try searchDay(reader, offset: minutes)
            ).notes
        }
        if let notes = plan.notes { found.removeAll { !notes.contains($0) } }
        return found
    }

    /// What the numbers in a query stand for.
    private func names(in query: AnkiQuery) throws(LibraryError) -> AnkiSearchPlan.Names {
        var names = AnkiSearchPlan.Names()
        var (notes, cards): ([Int64], [Int64]) = ([], [])
        for term in query.terms {
            switch term {
            case .noteNumbers(let numbers): notes += numbers
            case .cardNumbers(let numbers): cards += numbers
            default: break
            }
        }
        names.areCardsAtHome = try !read { try $0.someCardsAreElsewhere() }
        if !notes.isEmpty { names.notes = try self.notes(numbered: notes) }
        if !cards.isEmpty { names.cards = try self.cards(numbered: cards) }
        return names
    }
}

extension AnkiQuery {
    fileprivate var terms: [Term] {
        switch self {
        case .everything: []
        case .not(let inner): inner.terms
        case .all(let parts), .any(let parts): parts.flatMap(\.terms)
        case .term(let term): [term]
        }
    }

    fileprivate var namesDeck: Bool {
        terms.contains { if case .deckNumber = $0 { true } else { false } }
    }

    fileprivate var namesType: Bool {
        terms.contains { term in
            switch term {
            case .typeNumber, .duplicate: true
            default: false
            }
        }
    }
}
