internal import Languages
package import LibraryValues
internal import Notes
internal import Recall
internal import Storage

extension Library {
    /// What the home page shows, on the day that it is where the clock is so many minutes ahead of UTC.
    package func home(timeZoneOffset minutes: Int) throws(LibraryError) -> Home {
        let moment = now()
        return try translatingErrors {
            try settle()
            return try database.read { reader in
                let shelf = DeckShelf(try reader.decks())
                let settings = try reader.settings()
                let boundary = settings.rules.boundary
                let day = try DealingDay(
                    at: moment,
                    offset: minutes,
                    boundary: boundary,
                    reader
                )
                let today = Day(number: day.number)
                let workload = try Workload(shelf, day, settings, reader)
                return Home(
                    at: moment,
                    due: workload.dueInAll,
                    decks: Self.summaries(shelf, try reader.deckCounts(), workload),
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
        _ shelf: DeckShelf,
        _ counts: [DeckID: DeckCount],
        _ workload: Workload
    ) -> [DeckSummary] {
        let totals = shelf.totals(DeckCount(), of: counts, adding: +=)
        return shelf.decks.indices.map { place in
            let deck = shelf.decks[place]
            return DeckSummary(
                id: deck.id,
                name: deck.name.text,
                notes: totals[place].notes,
                remembered: totals[place].remembered,
                due: workload.due[place],
                new: workload.new[place],
                language: shelf.settings(of: deck).languageChoice?.target
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
    /// The one language that is learned, if it is one.
    fileprivate var target: LanguageTag? {
        switch self {
        case .oneToOne(_, let to), .allToOne(let to): to
        case .all, .oneToAll, .symmetricSubset: nil
        }
    }
}
