package import Notes
internal import SQLite

extension Reading where Self: ~Copyable {
    /// Finds the notes that a query asks for, but for the bin, and returns one page of them.
    ///
    /// - Parameters:
    ///   - limit: the most notes of the page.
    ///   - after: the note behind which the page begins; nil is for the first page.
    ///   - isCounted: whether it is said how many there are in all; who waits for the rows alone has them sooner.
    package func search(
        _ query: SearchQuery,
        sort: NoteSort = .newest,
        limit: Int,
        after: NoteID? = nil,
        isCounted: Bool = true,
        on day: SearchDay
    ) throws -> FoundNotes {
        var reading = try searchReading(on: day)
        // Other orders than that of the ids have one index each, and what is found is put into them afterwards.
        let isCounted = isCounted || !PageOrder(sort).isByID
        var found = FoundNotes(notes: [], total: 0, isTotalExact: true, mistakes: [])
        let ways = try statements(of: query, for: isCounted ? .all : .page, with: &reading)
        if !ways.isEmpty {
            let order = PageOrder(sort, after: after)
            if isCounted {
                try find(ways, order, limit: max(limit, 0), in: &found)
            } else {
                try findPage(ways, order, limit: max(limit, 0), in: &found)
            }
        }
        found.mistakes = (query.mistakes + reading.remarks).sorted {
            $0.range.lowerBound < $1.range.lowerBound
        }
        return found
    }

    func searchReading(on day: SearchDay) throws -> SearchReading {
        try SearchReading(
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

    /// How a query is asked of the tables; nothing where it finds none whatever they hold.
    ///
    /// What any of the statements finds is found. Those of one list find different notes: those with a card that was
    /// asked, and those without.
    func statements(
        of query: SearchQuery,
        for purpose: SearchPurpose = .all,
        with reading: inout SearchReading
    ) throws -> [[SearchStatement]] {
        var scanning = reading.scanningTexts
        let condition = try reading.condition(of: query)
        guard reading.state.hasUnindexedNotes, reading.readsIndex else {
            return try statements(of: condition, for: purpose, reading)
        }
        // The full-text index answers for the notes that it knows; the texts of the others are read.
        let unindexed = SearchCondition.unindexed
        let scanned = try scanning.condition(of: query)
        return try statements(of: .every([condition, !unindexed]), for: purpose, reading)
            + statements(of: .every([scanned, unindexed]), for: purpose, scanning)
    }

    private func statements(
        of condition: SearchCondition,
        for purpose: SearchPurpose,
        _ reading: SearchReading
    ) throws -> [[SearchStatement]] {
        let someAreUnasked = try someNotesAreUnasked(reading.state)
        return try condition.alternatives.map { conjuncts in
            var ways = [try way(of: conjuncts, for: purpose, reading)]
            guard someAreUnasked, conjuncts.contains(where: \.asksCard) else { return ways }
            let unmade = SearchCondition.every(conjuncts.map(\.ofUnmadeCard) + [.unasked])
            if case .never = unmade { return ways }
            ways.append(try way(of: unmade.conjuncts, for: purpose, reading))
            return ways
        }
    }

    /// Whether some note has no card yet, or that is not known before its index is built.
    private func someNotesAreUnasked(_ state: IndexingState) throws -> Bool {
        guard !state.lacksIndexes else { return true }
        return try connection.cached("some notes are unasked") {
            try connection.row(
                """
                SELECT 1
                FROM note INDEXED BY note_unasked
                WHERE cards = 0
                AND binned IS NULL
                LIMIT 1
                """
            ) { _ in true } == true
        }
    }
}
