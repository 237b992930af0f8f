package import Notes
internal import SQLite

extension Reading where Self: ~Copyable {
    /// Finds one page of the notes that match a query and are not in the bin.
    ///
    /// - Parameters:
    ///   - limit: The most notes on the page.
    ///   - after: The note after which the page begins; nil for the first page.
    ///   - isCounted: Whether all results are counted, which takes longer.
    package func search(
        _ query: SearchQuery,
        sort: NoteSort = .newest,
        limit: Int,
        after: NoteID? = nil,
        isCounted: Bool = true,
        on day: SearchDay
    ) throws -> FoundNotes {
        var compiler = try searchCompiler(on: day)
        // Results are sorted into an order other than that of the IDs only once all are known.
        let isCounted = isCounted || !PageOrder(sort).isByID
        var found = FoundNotes(notes: [], total: 0, isTotalExact: true, mistakes: [])
        let plans = try plans(of: query, for: isCounted ? .all : .page, with: &compiler)
        if !plans.isEmpty {
            let order = PageOrder(sort, after: after)
            if isCounted {
                try find(plans, order, limit: max(limit, 0), in: &found)
            } else {
                try findPage(plans, order, limit: max(limit, 0), in: &found)
            }
        }
        found.mistakes = (query.mistakes + compiler.remarks).sorted {
            $0.range.lowerBound < $1.range.lowerBound
        }
        return found
    }

    func searchCompiler(on day: SearchDay) throws -> SearchCompiler {
        try SearchCompiler(
            connection: connection,
            vocabulary: vocabulary,
            day: day,
            leechLapses: try settings().leechLapses,
            decks: try decks(),
            filledDecks: Set(try deckCounts().filter { $0.value.notes > 0 }.keys),
            types: Array(try noteTypes().values),
            state: try connection.indexingState()
        )
    }

    /// Plans that together find the notes of a query; none if nothing can match.
    ///
    /// The plans of one inner list find different notes: those with a matching card, and those whose new cards, which have no
    /// rows, match.
    func plans(
        of query: SearchQuery,
        for purpose: SearchPurpose = .all,
        with compiler: inout SearchCompiler
    ) throws -> [[SearchPlan]] {
        var scanning = compiler.scanningTexts
        let condition = try compiler.condition(of: query)
        guard compiler.state.hasUnindexedNotes, compiler.usesFullTextIndex else {
            return try plans(of: condition, for: purpose, compiler)
        }
        // The full-text index is used for the notes that it contains; the texts of the others are read.
        let unindexed = SearchCondition.unindexed
        let scanned = try scanning.condition(of: query)
        return try plans(of: .every([condition, !unindexed]), for: purpose, compiler)
            + plans(of: .every([scanned, unindexed]), for: purpose, scanning)
    }

    private func plans(
        of condition: SearchCondition,
        for purpose: SearchPurpose,
        _ compiler: SearchCompiler
    ) throws -> [[SearchPlan]] {
        let someHaveNoCards = try someNotesHaveNoCards(compiler.state)
        return try condition.alternatives.map { conjuncts in
            var plans = [try plan(for: conjuncts, purpose, compiler)]
            guard someHaveNoCards, conjuncts.contains(where: \.readsCard) else { return plans }
            let withoutCards = SearchCondition.every(
                conjuncts.map(\.withoutCardRow) + [.withoutCards]
            )
            if case .never = withoutCards { return plans }
            plans.append(try plan(for: withoutCards.conjuncts, purpose, compiler))
            return plans
        }
    }

    /// Whether some note has no rows of cards; true before the index for that is built.
    private func someNotesHaveNoCards(_ state: IndexingState) throws -> Bool {
        guard !state.lacksIndexes else { return true }
        return try connection.cached("some notes have no cards") {
            try connection.hasRow(
                """
                SELECT 1
                FROM note INDEXED BY note_unasked
                WHERE cards = 0
                AND binned IS NULL
                LIMIT 1
                """
            )
        }
    }
}
