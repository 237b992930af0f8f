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
        case .new: return .card(SQL("c.stage = 0"), unmade: .always)
        case .learn: return .card(SQL("c.stage IN (1, 3)"), unmade: .never)
        case .review: return .card(SQL("c.stage IN (2, 3)"), unmade: .never)
        case .suspended: return .card(SQL("c.is_suspended = 1"), unmade: .never)
        case .buried: return .card(buried, unmade: .never)
        case .leech:
            guard leechLapses > 0 else { return .never }
            return .card(SQL("c.lapses >= ?", leechLapses), unmade: .never)
        }
    }

    func condition(
        _ property: SearchTerm.Property,
        _ comparison: SearchTerm.Comparison,
        _ number: Double
    ) -> SearchCondition {
        switch property {
        case .stability: .card(comparison.sql("c.stability", number), unmade: .never)
        case .difficulty: .card(comparison.sql("c.difficulty", number), unmade: .never)
        case .due: condition(due: comparison, number)
        case .interval:
            .card(
                SQL("c.due IS NOT NULL AND") + comparison.sql("c.interval", number),
                unmade: .never
            )
        case .reviews:
            .card(comparison.sql("c.reviews", number), unmade: comparison.holds(0, number))
        case .lapses: .card(comparison.sql("c.lapses", number), unmade: comparison.holds(0, number))
        }
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
        return .card(SQL("c.due IS NOT NULL AND") + sql, unmade: .never)
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
        let sign: SQL =
            switch self {
            case .less: SQL("<")
            case .atMost: SQL("<=")
            case .more: SQL(">")
            case .atLeast: SQL(">=")
            case .equal: SQL("=")
            case .unequal: SQL("<>")
            }
        return SQL("coalesce(") + SQL(column) + sign + SQL("?, 0)", number)
    }

    fileprivate func holds(_ value: Double, _ number: Double) -> SearchCondition {
        let holds =
            switch self {
            case .less: value < number
            case .atMost: value <= number
            case .more: value > number
            case .atLeast: value >= number
            case .equal: value == number
            case .unequal: value != number
            }
        return holds ? .always : .never
    }
}
