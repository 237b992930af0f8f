internal import Languages
package import LibraryValues
internal import Notes
internal import Recall
internal import Storage

extension Library {
    /// What the home page shows.
    ///
    /// - Parameter minutes: How far the learner's clock is ahead of UTC.
    package func home(timeZoneOffset minutes: Int) throws(LibraryError) -> Home {
        let moment = now()
        return try translatingErrors {
            try refreshStaleNotes()
            return try database.read { reader in
                let hierarchy = DeckHierarchy(try reader.decks())
                let settings = try reader.settings()
                let boundary = settings.rules.boundary
                let day = try DealingDay(
                    at: moment,
                    offset: minutes,
                    boundary: boundary,
                    reader
                )
                let today = Day(number: day.number)
                let dueCounts = try DueCounts(hierarchy, day, settings, reader)
                return Home(
                    at: moment,
                    due: dueCounts.totalDue,
                    new: dueCounts.totalNew,
                    decks: Self.summaries(hierarchy, try reader.deckCounts(), dueCounts),
                    week: Self.week(
                        of: today,
                        try reader.dayCounts(
                            today.week.moments(boundary),
                            rollover: boundary.rollover
                        )
                    ),
                    tags: try reader.tags()
                )
            }
        }
    }

    private static func summaries(
        _ hierarchy: DeckHierarchy,
        _ counts: [DeckID: DeckCount],
        _ dueCounts: DueCounts
    ) -> [DeckSummary] {
        let totals = hierarchy.totals(DeckCount(), of: counts, adding: +=)
        return hierarchy.decks.indices.map { position in
            let deck = hierarchy.decks[position]
            return DeckSummary(
                id: deck.id,
                name: deck.name.text,
                notes: totals[position].notes,
                remembered: totals[position].remembered,
                due: dueCounts.due[position],
                new: dueCounts.new[position],
                language: hierarchy.settings(of: deck).languageChoice?.target
            )
        }
    }

    private static func week(of today: Day, _ counts: [DayCount]) -> [StudyDay] {
        let counts = Dictionary(uniqueKeysWithValues: counts.map { ($0.day, $0) })
        return today.week.map { day in
            StudyDay(
                answers: counts[day.number]?.answers ?? 0,
                milliseconds: counts[day.number]?.milliseconds ?? 0,
                isToday: day == today
            )
        }
    }
}

extension DeckCount {
    fileprivate static func += (left: inout DeckCount, right: DeckCount) {
        left.notes += right.notes
        left.remembered += right.remembered
    }
}

extension LanguageChoice {
    /// The language that is learned, if it is a single one.
    fileprivate var target: LanguageTag? {
        switch self {
        case .oneToOne(_, let to), .allToOne(let to): to
        case .all, .oneToAll, .symmetricSubset: nil
        }
    }
}
