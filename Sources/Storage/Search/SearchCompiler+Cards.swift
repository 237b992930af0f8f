internal import Notes
internal import Recall
internal import SQLite

extension SearchCompiler {
    typealias CardIndex = SearchCondition.CardIndex

    func condition(of state: SearchTerm.State) -> SearchCondition {
        let now = day.now.milliseconds
        switch state {
        case .due:
            // No deck deals a suspended card.
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
                withoutRow: .never,
                index: dueCards(in: nil)
            )
        case .new:
            return .card(CardIndex.newCards.sql, withoutRow: .always, index: .newCards)
        case .learn: return studied(SQL("c.stage IN (1, 3)"), "card_by_stage")
        case .review: return studied(SQL("c.stage IN (2, 3)"), "card_by_stage")
        case .suspended:
            let sql = SQL("c.is_suspended = 1")
            return .card(
                sql,
                withoutRow: .never,
                index: .init("card_by_suspension", sql, isOrdered: true)
            )
        case .buried:
            let sql = SQL("c.buried > ?", now)
            return .card(sql, withoutRow: .never, index: .init("card_by_buried", sql))
        case .leech:
            guard leechLapses > 0 else { return .never }
            return studied(SQL("c.lapses >= ? AND c.lapses > 0", leechLapses), "card_by_lapses")
        }
    }

    /// Due cards, perhaps only those that some decks deal.
    func dueCards(in decks: [Int64]?) -> CardIndex {
        let dealt = decks.map { SQL(list: $0) } ?? SQL("(SELECT id FROM deck)")
        let countedSQL = SQL("c.dealing_deck IN") + dealt + SQL("AND c.due < ?", day.start(in: 1))
        // Usually no card is buried; the index has that in its last column.
        let unburied =
            someCardsAreBuried
            ? SQL("AND coalesce(c.buried, 0) <= ?", day.now.milliseconds) : SQL("")
        var index = CardIndex("card_by_due", countedSQL + unburied, excludesUnreviewed: true)
        index.countedSQL = countedSQL
        index.isByDeck = true
        index.decks = decks
        return index
    }

    /// A condition that new cards don't meet, except some in `card_reset`.
    private func studied(_ sql: SQL, _ name: StaticString) -> SearchCondition {
        .card(sql, withoutRow: .never, index: .init(name, sql, excludesUnreviewed: true))
    }

    func condition(flag: UInt8) -> SearchCondition {
        guard flag > 0 else { return .card(SQL("c.flag = 0"), withoutRow: .always) }
        return .card(
            SQL("c.flag = ?", flag),
            withoutRow: .never,
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

    /// A comparison with a number that only some cards have.
    private func condition(
        _ column: StaticString,
        _ index: StaticString,
        _ comparison: SearchTerm.Comparison,
        _ number: Double,
        among cards: SQL = SQL("1")
    ) -> SearchCondition {
        studied(cards + SQL("AND") + comparison.sql(column, number), index)
    }

    /// A comparison with a number that every card has; the index excludes cards for which it is 0.
    private func condition(
        count column: StaticString,
        _ index: StaticString,
        _ comparison: SearchTerm.Comparison,
        _ number: Double
    ) -> SearchCondition {
        let holdsOfNone = comparison.holds(0, number)
        // NB: Of two lower bounds, SQLite seeks to the one that comes first in the SQL.
        let indexed = comparison.sql(column, number) + SQL("AND") + SQL(column) + SQL("> 0")
        return .card(
            comparison.sql(column, number),
            withoutRow: holdsOfNone ? .always : .never,
            index: holdsOfNone ? nil : .init(index, indexed, excludesUnreviewed: true)
        )
    }

    /// Days are compared, not moments, because a card is due all day.
    private func condition(
        due comparison: SearchTerm.Comparison,
        _ number: Double
    ) -> SearchCondition {
        // Programs send numbers of any size; no card is due so many days away, and those days still have moments.
        let number = min(max(number, -1e9), 1e9)
        let first = day.start(in: Int(clamping: number.rounded(.up)))
        let next = day.start(in: Int(clamping: number.rounded(.down)) + 1)
        let isWhole = number == number.rounded()
        // SQLite refuses an index for a condition that it knows to be false.
        guard isWhole || comparison != .equal else { return .never }
        let sql =
            switch comparison {
            case .less: SQL("c.due < ?", first)
            case .atMost: SQL("c.due < ?", next)
            case .more: SQL("c.due >= ?", next)
            case .atLeast: SQL("c.due >= ?", first)
            case .equal: SQL("c.due >= ? AND c.due < ?", first, next)
            case .unequal: isWhole ? SQL("(c.due < ? OR c.due >= ?)", first, next) : SQL("1")
            }
        return studied(SQL("c.due IS NOT NULL AND") + sql, "card_by_load")
    }

    func condition(ratedWithin days: Int, _ grade: Grade?) -> SearchCondition {
        let start = day.start(in: 1 - days)
        guard let grade else {
            // The last day alone is not enough: a card that was rescheduled has one too. It may be earlier than the moment of
            // the review by the offset between two time zones.
            let lastDay = SQL("c.last_day > ? AND c.reviewed >= ?", day.today - days - 2, start)
            return studied(lastDay, "card_by_last_day")
        }
        // Failed reviews have a partial index, whose condition has to be repeated literally.
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
        var index = CardIndex("card_by_note", answers, excludesUnreviewed: true)
        index.from = events + SQL("CROSS JOIN card AS c ON c.id = event.card")
        // Counting looks up the card and the retraction of each.
        index.countingLimit = 4_000
        // `reviewed` is the moment of the latest valid review.
        index.cardSQL =
            SQL("c.reviewed >= ?", start)
            + SQL("AND EXISTS (SELECT 1 FROM event AS event WHERE event.card = c.id AND")
            + answers + SQL(")")
        return .card(index.cardSQL, withoutRow: .never, index: index)
    }
}

extension SearchTerm.Comparison {
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
}
