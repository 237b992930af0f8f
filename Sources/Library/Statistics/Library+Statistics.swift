package import LibraryValues
internal import Notes
internal import Recall
internal import Storage

extension Library {
    /// What the log and the cards say; nil where one of the decks or tags does not exist.
    ///
    /// - Parameters:
    ///   - source: Which cards; nil for the whole library, deleted cards included.
    ///   - minutes: How far the learner's clock is ahead of UTC, which determines the current day.
    package func statistics(
        of source: Source? = nil,
        range: StatisticsRange = .month,
        timeZoneOffset minutes: Int
    ) throws(LibraryError) -> Statistics? {
        let moment = now()
        return try read { reader in
            let settings = try reader.settings()
            let hierarchy = DeckHierarchy(try reader.decks())
            let boundary = settings.rules.boundary
            let today = boundary.day(of: moment.milliseconds, offset: minutes)
            let searchDay = try searchDay(reader, offset: minutes)
            guard let chosen = try Self.scope(of: source, in: hierarchy, searchDay, reader) else {
                return nil
            }
            var statistics = Statistics(
                scope: source.map {
                    Statistics.Scope(
                        decks: $0.decks.isEmpty ? nil : $0.decks,
                        tags: $0.tags.isEmpty ? nil : $0.tags,
                        search: $0.query
                    )
                },
                range: range,
                today: StatisticsDay(number: today)
            )
            let deck = source?.decks.count == 1 ? source?.decks.first : nil
            statistics.desiredRetention =
                deck.flatMap { DeckName($0) }.flatMap { hierarchy.deck(named: $0) }
                .map { settings.applying(hierarchy.settings(of: $0)).retention }
                ?? settings.retention
            let first =
                try range.dayCount.map { today - $0 + 1 } ?? reader.firstTalliedDay() ?? today
            var answers = AnswerFigures(range: first...max(today, first), today: today)
            let from = min(first, answers.yearStart)
            // A device's clock may be ahead by a day.
            try reader.forEachTally(in: chosen, from...(today + 1)) { answers.add($0) }
            answers.write(into: &statistics)
            var cards = CardFigures(
                now: moment,
                offset: minutes,
                boundary: boundary,
                model: MemoryModel(try reader.parameters())
            )
            try reader.forEachCard(in: chosen) { cards.add($0) }
            cards.finish()
            try cards.write(
                into: &statistics,
                unasked: reader.unaskedNoteCount(in: chosen),
                notes: reader.noteCount(in: chosen),
                languages: reader.languageCounts(in: chosen)
            )
            answers.writeDirections(into: &statistics)
            let days = (first...max(today, first)).map { $0 }
            statistics.added = try Self.added(
                reader.momentsOfNewNotes(
                    in: chosen,
                    Moment(
                        milliseconds: boundary.start(of: days[0], offset: minutes)
                    )..<Moment(milliseconds: boundary.start(of: today + 1, offset: minutes))
                ),
                boundary,
                minutes
            )
            statistics.hardest = try cards.hardest.compactMap { note, lapses in
                guard let text = try reader.note(note)?.quoted(with: reader) else { return nil }
                return Statistics.Hardest(note: note.description, text: text, lapses: lapses)
            }
            return statistics
        }
    }

    /// The days with answers since a day, for a heat map.
    package func studyDays(
        last count: Int,
        timeZoneOffset minutes: Int
    ) throws(LibraryError) -> (days: [Statistics.Day], today: StatisticsDay) {
        let moment = now()
        return try read { reader in
            let today = try reader.settings().rules.boundary
                .day(of: moment.milliseconds, offset: minutes)
            var answers = AnswerFigures(range: (today - count + 1)...today, today: today)
            try reader.forEachTally(in: .library, (today - count + 1)...(today + 1)) {
                answers.add($0)
            }
            return (answers.days, StatisticsDay(number: today))
        }
    }

    private static func scope(
        of source: Source?,
        in hierarchy: DeckHierarchy,
        _ day: SearchDay,
        _ reader: borrowing some Reading & ~Copyable
    ) throws -> StatisticsScope? {
        guard let source else { return .library }
        var decks: Set<DeckID> = []
        for name in source.decks {
            guard let deck = DeckName(name).flatMap({ hierarchy.deck(named: $0) }) else {
                return nil
            }
            decks.formUnion(hierarchy.decks(in: deck).map(\.id))
        }
        var notes: Set<NoteID> = []
        for name in source.tags {
            guard let tag = TagName(name) else { return nil }
            let tagged = try reader.notes(tagged: tag)
            guard !tagged.isEmpty else { return nil }
            notes.formUnion(tagged)
        }
        if let query = source.query {
            notes.formUnion(
                try reader.search(SearchQuery(query), limit: Int(UInt32.max), on: day).notes
            )
        }
        return .cards(decks: decks.sorted(), notes: notes.sorted())
    }

    private static func added(
        _ moments: [Moment],
        _ boundary: DayBoundary,
        _ minutes: Int
    ) -> [Statistics.Added] {
        var counts: [Int: Int] = [:]
        for moment in moments {
            counts[boundary.day(of: moment.milliseconds, offset: minutes), default: 0] += 1
        }
        return counts.sorted { $0.key < $1.key }.map {
            Statistics.Added(day: StatisticsDay(number: $0.key), notes: $0.value)
        }
    }
}
