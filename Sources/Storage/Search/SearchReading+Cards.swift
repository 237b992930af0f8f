internal import Notes
internal import Recall
internal import SQLite

extension SearchReading {
    func condition(of state: SearchTerm.State) -> SearchCondition {
        let now = day.now.milliseconds
        let buried = SQL("coalesce(c.buried, 0) > ?", now)
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
                indexed: SQL("c.dealing_deck IN (SELECT id FROM deck)")
            )
        case .new: return indexed(SQL("c.stage = 0"), unmade: .always)
        case .learn: return indexed(SQL("c.stage IN (1, 3)"))
        case .review: return indexed(SQL("c.stage IN (2, 3)"))
        case .suspended: return indexed(SQL("c.is_suspended = 1"))
        case .buried:
            return .card(buried, unmade: .never, indexed: SQL("c.buried > ?", now))
        case .leech:
            guard leechLapses > 0 else { return .never }
            return indexed(SQL("c.lapses > 0 AND c.lapses >= ?", leechLapses))
        }
    }

    /// What can be looked up just as it is asked.
    private func indexed(_ sql: SQL, unmade: SearchCondition = .never) -> SearchCondition {
        .card(sql, unmade: unmade, indexed: sql)
    }

    func condition(
        _ property: SearchTerm.Property,
        _ comparison: SearchTerm.Comparison,
        _ number: Double
    ) -> SearchCondition {
        switch property {
        case .stability: condition("c.stability", comparison, number)
        case .difficulty: condition("c.difficulty", comparison, number)
        case .due: condition(due: comparison, number)
        case .interval: condition("c.interval", comparison, number, among: SQL("c.due IS NOT NULL"))
        case .reviews: condition(count: "c.reviews", comparison, number)
        case .lapses: condition(count: "c.lapses", comparison, number)
        }
    }

    /// A number that only some cards have.
    private func condition(
        _ column: StaticString,
        _ comparison: SearchTerm.Comparison,
        _ number: Double,
        among cards: SQL = SQL("1")
    ) -> SearchCondition {
        .card(
            cards + SQL("AND") + comparison.sql(column, number),
            unmade: .never,
            indexed: cards + SQL("AND") + comparison.indexed(column, number)
        )
    }

    /// A number that every card has; the index leaves out those of which it is 0.
    private func condition(
        count column: StaticString,
        _ comparison: SearchTerm.Comparison,
        _ number: Double
    ) -> SearchCondition {
        let holdsOfNone = comparison.holds(0, number)
        let indexed =
            SQL(column) + SQL("> 0 AND") + comparison.indexed(column, number)
        return .card(
            comparison.sql(column, number),
            unmade: holdsOfNone ? .always : .never,
            indexed: holdsOfNone ? nil : indexed
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
        return indexed(SQL("c.due IS NOT NULL AND") + sql)
    }

    func condition(ratedWithin days: Int, _ grade: Grade?) -> SearchCondition {
        // A card that was given a new date has a last day too. And a late event can be of an earlier day than its moment
        // says, by the hours between two clocks.
        return .card(
            SQL("coalesce(c.last_day > ?, 0)", day.today - days)
                + SQL(
                    """
                    AND EXISTS (
                        SELECT 1
                        FROM standing_event AS event
                        WHERE event.card = c.id
                        AND event.moment >= ?
                        AND event.kind = 0
                    """,
                    day.start(in: 1 - days)
                ) + (grade.map { SQL("AND event.grade = ?)", $0) } ?? SQL(")")),
            unmade: .never,
            indexed: SQL("c.last_day > ?", day.today - days)
        )
    }
}

extension SearchTerm.Comparison {
    /// Compares a column; never null, because a minus in a query turns it round.
    fileprivate func sql(_ column: StaticString, _ number: Double) -> SQL {
        SQL("coalesce(") + indexed(column, number) + SQL(", 0)")
    }

    /// Compares a column, so that an index can be asked.
    fileprivate func indexed(_ column: StaticString, _ number: Double) -> SQL {
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
