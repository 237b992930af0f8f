internal import Languages
package import LibraryValues
package import Notes
internal import Recall
internal import Storage

extension Library {
    /// What the home page shows.
    ///
    /// - Parameter minutes: How far the learner's clock is ahead of UTC.
    package func home(timeZoneOffset minutes: Int) throws(LibraryError) -> Home {
        try readCounts(timeZoneOffset: minutes) { counts, reader in
            let today = counts.day.number
            return Home(
                at: counts.day.moment,
                today: counts.due.counts(of: nil),
                next: try counts.next(of: nil, reader),
                hasMore: try counts.hasMore(of: nil, reader),
                decks: counts.summaries,
                day: StatisticsDay(number: today),
                days: try Self.answeredDays(7 * Home.weeks, until: today, reader),
                tags: try reader.tags()
            )
        }
    }

    /// What a deck's page shows; nil where there is no such deck.
    ///
    /// - Parameter minutes: How far the learner's clock is ahead of UTC.
    package func overview(
        of id: DeckID,
        timeZoneOffset minutes: Int
    ) throws(LibraryError) -> DeckOverview? {
        try readCounts(timeZoneOffset: minutes) { counts, reader -> DeckOverview? in
            let (hierarchy, day) = (counts.hierarchy, counts.day)
            guard let position = hierarchy.position(of: id) else { return nil }
            let (deck, summary) = (hierarchy.decks[position], counts.summaries[position])
            let inside = hierarchy.decks(in: deck).map(\.id)
            let mornings = day.mornings(1...7)
            let later = try zip(mornings, mornings.dropFirst()).map { from, to in
                try reader.notesDue(in: inside, from..<to)
            }
            return DeckOverview(
                at: day.moment,
                deck: summary,
                suspended: try reader.suspendedNoteCounts(in: .cards(decks: inside, notes: []))
                    .reduce(0) { $0 + $1.notes },
                subdecks: counts.summaries.filter { $0.id != id && inside.contains($0.id) },
                day: day.number,
                forecast: [summary.today.due + summary.today.backLater] + later,
                next: try counts.next(of: position, reader),
                hasMore: try counts.hasMore(of: position, reader),
                pace: try Self.answeredDays(Home.paceDays, until: day.number, reader).pace
            )
        }
    }

    /// The last days, and perhaps tomorrow's in another time zone, on which something was answered in any deck.
    private static func answeredDays(
        _ count: Int,
        until today: Int,
        _ reader: borrowing Reader
    ) throws -> [Statistics.Day] {
        let range = (today - count + 1)...(today + 1)
        var answers = AnswerFigures(range: range, today: today)
        // A million answers are a few hundred tallies.
        try reader.forEachTally(in: .library, range) { answers.add($0) }
        return answers.days
    }

    /// The decks with what there is to study in each.
    private struct Counts {
        let hierarchy: DeckHierarchy
        let settings: StudySettings
        let day: DealingDay
        let due: DueCounts
        /// In the order of the hierarchy's decks.
        let summaries: [DeckSummary]

        /// What comes once nothing is left today of a deck with its subdecks, or of all decks together.
        func next(
            of position: Int?,
            _ reader: borrowing some Reading & ~Copyable
        ) throws -> NextSession? {
            guard due.counts(of: position).cards == 0 else { return nil }
            func session(_ days: Int) throws -> NextSession {
                let later = try day.day(after: days, reader)
                let counts = try DueCounts(hierarchy, later, settings, reader).counts(of: position)
                return NextSession(
                    day: later.number,
                    isTomorrow: days == 1,
                    cards: counts.cards,
                    new: counts.new
                )
            }
            let tomorrow = try session(1)
            if tomorrow.cards > 0 { return tomorrow }
            let decks = position.map { hierarchy.decks(in: hierarchy.decks[$0]) }
            guard
                let due = try reader.firstDue(
                    in: (decks ?? hierarchy.decks).map(\.id),
                    from: day.morning(after: 2)
                )
            else { return nil }
            let later = try session(max(2, day.days(until: due)))
            return later.cards > 0 ? later : nil
        }

        /// Whether there is more to study once nothing is left today of a deck with its subdecks, or of all decks together.
        func hasMore(
            of position: Int?,
            _ reader: borrowing some Reading & ~Copyable
        ) throws -> Bool {
            guard due.counts(of: position).cards == 0 else { return false }
            let source = position.map { Source(deck: hierarchy.decks[$0].name.text) } ?? .all
            let pool = try Pool(source, in: hierarchy, day: day, reader)
            return try pool?.hasMore(than: due.today, on: day, reader) ?? false
        }
    }

    private func readCounts<Result>(
        timeZoneOffset minutes: Int,
        _ use: (Counts, borrowing Reader) throws -> Result
    ) throws(LibraryError) -> Result {
        let moment = now()
        return try translatingErrors {
            try refreshStaleNotes()
            return try database.read { reader in
                let hierarchy = DeckHierarchy(try reader.decks())
                let settings = try reader.settings()
                let day = try DealingDay(
                    at: moment,
                    offset: minutes,
                    boundary: settings.rules.boundary,
                    reader
                )
                let due = try DueCounts(hierarchy, day, settings, reader)
                let counts = Counts(
                    hierarchy: hierarchy,
                    settings: settings,
                    day: day,
                    due: due,
                    summaries: Self.summaries(hierarchy, try reader.deckCounts(), due)
                )
                return try use(counts, reader)
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
                learning: totals[position].learning,
                known: totals[position].known,
                today: dueCounts.counts(of: position),
                language: hierarchy.settings(of: deck).languageChoice?.target,
                colour: deck.settings.colour,
                icon: deck.settings.icon
            )
        }
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
