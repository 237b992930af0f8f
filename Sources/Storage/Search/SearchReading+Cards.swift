internal import Notes
internal import Recall
internal import SQLite

extension SearchReading {
    func condition(of state: SearchTerm.State) -> SearchCondition {
        let now = day.now.milliseconds
        switch state {
        case .due:
            // A suspended card is dealt by no deck.
            return .card(
                SQL(
                    """
                    c.dealing_deck IS NOT NULL
                    AND c.due IS NOT NULL
                    AND c.due < ?
                    AND coalesce(c.buried, 0) <= ?
                    """,
                    day.start(in: 1),
                    now
                ),
                unmade: .never,
                index: dueCards(in: nil)
            )
        case .new: return indexed(SQL("c.stage = 0"), "card_by_stage", true, unmade: .always)
        case .learn: return indexed(SQL("c.stage IN (1, 3)"), "card_by_stage")
        case .review: return indexed(SQL("c.stage IN (2, 3)"), "card_by_stage")
        case .suspended: return indexed(SQL("c.is_suspended = 1"), "card_by_suspension", true)
        case .buried: return indexed(SQL("c.buried > ?", now), "card_by_buried")
        case .leech:
            guard leechLapses > 0 else { return .never }
            return indexed(SQL("c.lapses >= ? AND c.lapses > 0", leechLapses), "card_by_lapses")
        }
    }

    /// The cards that are due, perhaps only those that some decks deal.
    func dueCards(in decks: [Int64]?) -> SearchCondition.CardIndex {
        let dealt = decks.map { SQL(list: $0) } ?? SQL("(SELECT id FROM deck)")
        let ofToday = SQL("c.dealing_deck IN") + dealt + SQL("AND c.due < ?", day.start(in: 1))
        // Few cards are buried, and often none: that stands at the end of each row of the index.
        let unburied =
            someCardsAreBuried
            ? SQL("AND coalesce(c.buried, 0) <= ?", day.now.milliseconds) : SQL("")
        var index = SearchCondition.CardIndex("card_by_due", ofToday + unburied)
        index.ofToday = ofToday
        index.isByDeck = true
        index.decks = decks
        return index
    }

    /// What an index can be asked for just as it is asked.
    private func indexed(
        _ sql: SQL,
        _ name: StaticString,
        _ isOrdered: Bool = false,
        unmade: SearchCondition = .never
    ) -> SearchCondition {
        .card(sql, unmade: unmade, index: .init(name, sql, isOrdered: isOrdered))
    }

    func condition(flag: UInt8) -> SearchCondition {
        guard flag > 0 else { return .card(SQL("c.flag = 0"), unmade: .always) }
        return .card(
            SQL("c.flag = ?", flag),
            unmade: .never,
            index: .init(
                "card_by_flag",
                SQL("c.flag > 0 AND c.flag = ?", flag),
                isOrdered: true
            )
        )
    }

    func condition(
        _ property: SearchTerm.Property,
        _ comparison: SearchTerm.Comparison,
        _ number: Double
    ) -> SearchCondition {
        switch property {
        case .stability: condition("c.stability", "card_by_stability", comparison, number)
        case .difficulty: condition("c.difficulty", "card_by_difficulty", comparison, number)
        case .due: condition(due: comparison, number)
        case .interval:
            condition(
                "c.interval",
                "card_by_interval",
                comparison,
                number,
                among: SQL("c.due IS NOT NULL")
            )
        case .reviews: condition(count: "c.reviews", "card_by_reviews", comparison, number)
        case .lapses: condition(count: "c.lapses", "card_by_lapses", comparison, number)
        }
    }

    /// A number that only some cards have.
    private func condition(
        _ column: StaticString,
        _ index: StaticString,
        _ comparison: SearchTerm.Comparison,
        _ number: Double,
        among cards: SQL = SQL("1")
    ) -> SearchCondition {
        indexed(cards + SQL("AND") + comparison.sql(column, number), index)
    }

    /// A number that every card has; the index leaves out those of which it is 0.
    private func condition(
        count column: StaticString,
        _ index: StaticString,
        _ comparison: SearchTerm.Comparison,
        _ number: Double
    ) -> SearchCondition {
        let holdsOfNone = comparison.holds(0, number)
        // NB: SQLite begins where the first of two bounds says.
        let indexed = comparison.sql(column, number) + SQL("AND") + SQL(column) + SQL("> 0")
        return .card(
            comparison.sql(column, number),
            unmade: holdsOfNone ? .always : .never,
            index: holdsOfNone ? nil : .init(index, indexed)
        )
    }

    /// A card is due for all of a day, so days are compared, by the moments at which they begin.
    private func condition(
        due comparison: SearchTerm.Comparison,
        _ number: Double
    ) -> SearchCondition {
        let first = day.start(in: Int(number.rounded(.up)))
        let next = day.start(in: Int(number.rounded(.down)) + 1)
        let isWhole = number == number.rounded()
        let sql =
            switch comparison {
            case .less: SQL("c.due < ?", first)
            case .atMost: SQL("c.due < ?", next)
            case .more: SQL("c.due >= ?", next)
            case .atLeast: SQL("c.due >= ?", first)
            case .equal: isWhole ? SQL("c.due >= ? AND c.due < ?", first, next) : SQL("0")
            case .unequal: isWhole ? SQL("(c.due < ? OR c.due >= ?)", first, next) : SQL("1")
            }
        return indexed(SQL("c.due IS NOT NULL AND") + sql, "card_by_load")
    }

    func condition(ratedWithin days: Int, _ grade: Grade?) -> SearchCondition {
        let start = day.start(in: 1 - days)
        guard let grade else {
            // A card that was given a new date has a last day too. And a late event can be of an earlier day than its
            // moment says, by the hours between two clocks.
            let lastDay = SQL("c.last_day > ? AND c.reviewed >= ?", day.today - days - 2, start)
            var index = SearchCondition.CardIndex("card_by_last_day", lastDay)
            index.order = SQL("ORDER BY c.last_day DESC")
            return .card(lastDay, unmade: .never, index: index)
        }
        // What was failed lately has an index of its own, which is named by the same words.
        let graded =
            grade == .again
            ? SQL("event.kind = 0 AND event.grade = 1")
            : SQL("event.kind = 0 AND event.grade = ?", grade)
        let events =
            grade == .again
            ? SQL("event AS event INDEXED BY event_failed")
            : SQL("event AS event INDEXED BY event_by_moment")
        let answers =
            SQL("event.moment >= ? AND", start) + graded
            + SQL(
                """
                AND NOT EXISTS (
                    SELECT 1
                    FROM event AS retraction
                    WHERE retraction.retracted = event.id
                    AND retraction.card = event.card
                )
                """
            )
        var index = SearchCondition.CardIndex("card_by_note", answers)
        index.from = events + SQL("CROSS JOIN card AS c ON c.id = event.card")
        // Each is looked up.
        index.mostCounted = 4_000
        // The latest review that holds is no earlier than any other.
        index.ofCard =
            SQL("c.reviewed >= ?", start)
            + SQL("AND EXISTS (SELECT 1 FROM event AS event WHERE event.card = c.id AND")
            + answers + SQL(")")
        return .card(index.ofCard, unmade: .never, index: index)
    }
}

extension SearchTerm.Comparison {
    /// Compares a column.
    fileprivate func sql(_ column: StaticString, _ number: Double) -> SQL {
        let sign: SQL =
            switch self {
            case .less: SQL("<")
            case .atMost: SQL("<=")
            case .more: SQL(">")
            case .atLeast: SQL(">=")
            case .equal: SQL("=")
            case .unequal: SQL("<>")
            }
        return SQL(column) + sign + SQL("?", number)
    }

    fileprivate func holds(_ value: Double, _ number: Double) -> Bool {
        switch self {
        case .less: value < number
        case .atMost: value <= number
        case .more: value > number
        case .atLeast: value >= number
        case .equal: value == number
        case .unequal: value != number
        }
    }
}
