internal import Languages
internal import Notes
internal import Storage

extension Library {
    /// What the home page shows, on the day that it is where the clock is so many minutes ahead of UTC.
    public func home(timeZoneOffset minutes: Int) throws(LibraryError) -> Home {
        let moment = now()
        let today = Day(moment, offset: minutes)
        return try translatingErrors {
            try database.read { reader in
                Home(
                    at: moment,
                    decks: Self.summaries(try reader.decks(), try reader.deckCounts()),
                    week: Self.week(of: today, try reader.dayCounts(today.week.moments))
                )
            }
        }
    }

    /// Adds to the counts of each deck those of the decks inside it.
    private static func summaries(
        _ decks: [Deck],
        _ counts: [DeckID: DeckCount]
    ) -> [DeckSummary] {
        let shelf = DeckShelf(decks)
        var totals: [String: DeckCount] = [:]
        for deck in decks {
            guard let count = counts[deck.id] else { continue }
            for name in deck.name.ancestors + [deck.name] {
                totals[name.key, default: DeckCount()] += count
            }
        }
        return decks.map { deck in
            DeckSummary(
                id: deck.id,
                name: deck.name.text,
                notes: totals[deck.name.key]?.notes ?? 0,
                remembered: totals[deck.name.key]?.remembered ?? 0,
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
