internal import Languages
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
    ///   - keepsCards: Whether to keep the library's cards in memory, because the learner may ask again.
    package func statistics(
        of source: Source? = nil,
        range: StatisticsRange = .month,
        timeZoneOffset minutes: Int,
        keepsCards: Bool = true
    ) throws(LibraryError) -> Statistics? {
        let day = SearchDay(now: now(), offset: minutes, boundary: DayBoundary())
        return try read { reader in
            var day = day
            day.boundary = try reader.settings().rules.boundary
            let today = day.boundary.day(of: day.now.milliseconds, offset: minutes)
            return try reader.recent(
                "\(source?.text ?? "") \(range.rawValue) \(today) \(minutes)",
                at: day.now
            ) { try Self.statistics(of: source, range, on: day, keepsCards: keepsCards, reader) }
        }
    }

    private static func statistics(
        of source: Source?,
        _ range: StatisticsRange,
        on day: SearchDay,
        keepsCards: Bool,
        _ reader: borrowing Reader
    ) throws -> Statistics? {
        let hierarchy = DeckHierarchy(try reader.decks())
        let today = day.boundary.day(of: day.now.milliseconds, offset: day.offset)
        guard let chosen = try scope(of: source, in: hierarchy, day, reader) else { return nil }
        var statistics = Statistics(
            scope: source.map(Statistics.Scope.init),
            range: range,
            today: StatisticsDay(number: today)
        )
        statistics.desiredRetention = try desiredRetention(of: source, in: hierarchy, reader)
        // Answers may be from a time at which the clock was wrong: all from tomorrow, or one from long before there were cards.
        let first =
            try range.dayCount.map { today - $0 + 1 }
            ?? min(max(reader.firstTalliedDay() ?? today, today - longestRange), today)
        var answers = AnswerFigures(
            range: first...today,
            today: today,
            isAllTime: range == .all
        )
        // A device's clock may be ahead by a day.
        let days = min(first, answers.yearStart)...(today + 1)
        try reader.forEachTally(in: chosen, days) { answers.add($0) }
        answers.write(into: &statistics)
        let cards = try cards(
            of: chosen,
            in: hierarchy,
            on: day,
            keepsCards: keepsCards,
            into: &statistics,
            reader
        )
        answers.writeDirections(into: &statistics)
        if source == nil {
            statistics.knowledge = try reader.knowledge(on: first...today).map {
                Statistics.Knowledge($0)
            }
        }
        // Before all notes, whose clocks may have been wrong.
        let firstNote = range == .all ? -1 : first
        statistics.added = try added(to: chosen, since: firstNote, on: day, reader)
        statistics.since =
            range == .all
            ? [statistics.days.first?.day, statistics.added.first?.day].compactMap(\.self).min()
                ?? statistics.today
            : StatisticsDay(number: first)
        statistics.hardNotes = cards.hardNotes
        statistics.hardest = try cards.hardest.compactMap { note, lapses in
            guard let text = try reader.note(note)?.quoted(with: reader) else { return nil }
            return Statistics.Hardest(note: note.description, text: say(text), lapses: lapses)
        }
        return statistics
    }

    /// A hundred years, in days.
    private static let longestRange = 36_525

    private static func cards(
        of scope: StatisticsScope,
        in hierarchy: DeckHierarchy,
        on day: SearchDay,
        keepsCards: Bool,
        into statistics: inout Statistics,
        _ reader: borrowing Reader
    ) throws -> CardFigures {
        let model = MemoryModel(try reader.parameters())
        var cards = CardFigures(on: day)
        // By the places of decks.
        var forgetting: [MemoryModel.Forgetting] = []
        try reader.forEachStudiedCards(in: scope, keepsCards: keepsCards) { some, names in
            for deck in names.decks.dropFirst(forgetting.count) {
                let own = hierarchy.deck(deck).flatMap { hierarchy.settings(of: $0).parameters }
                    .flatMap { try? Parameters($0) }.map { MemoryModel($0) }
                forgetting.append((own ?? model).forgetting)
            }
            cards.add(some, names.faces, forgetting)
        }
        cards.finish()
        try cards.write(
            into: &statistics,
            unasked: reader.unaskedNoteCount(in: scope),
            suspended: reader.suspendedCardCount(in: scope),
            suspendedNotes: reader.suspendedNoteCounts(in: scope),
            notes: reader.noteCount(in: scope),
            languages: reader.languageCounts(in: scope)
        )
        return cards
    }

    /// That of a single deck, or else of the library.
    private static func desiredRetention(
        of source: Source?,
        in hierarchy: DeckHierarchy,
        _ reader: borrowing Reader
    ) throws -> Double {
        let settings = try reader.settings()
        guard let source, source.decks.count == 1, let name = DeckName(source.decks[0]),
            let deck = hierarchy.deck(named: name)
        else { return settings.retention }
        return settings.applying(hierarchy.settings(of: deck)).retention
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
        to scope: StatisticsScope,
        since first: Int,
        on day: SearchDay,
        _ reader: borrowing Reader
    ) throws -> [Statistics.DayNotes] {
        let (boundary, offset) = (day.boundary, day.offset)
        let today = boundary.day(of: day.now.milliseconds, offset: offset)
        let start = Moment(milliseconds: boundary.start(of: min(first, today), offset: offset))
        let end = Moment(milliseconds: boundary.start(of: today + 1, offset: offset))
        var counts: [Int: Int] = [:]
        // Most come in order, so notes of one day are counted before they are added.
        var latest = (day: today, count: 0)
        try reader.forEachNewNote(in: scope, start..<end) { moment in
            let day = boundary.day(of: moment.milliseconds, offset: offset)
            if day != latest.day {
                counts[latest.day, default: 0] += latest.count
                latest = (day, 0)
            }
            latest.count += 1
        }
        counts[latest.day, default: 0] += latest.count
        return counts.filter { $0.value > 0 }.sorted { $0.key < $1.key }.map {
            Statistics.DayNotes(day: StatisticsDay(number: $0.key), notes: $0.value)
        }
    }
}

extension Statistics.Knowledge {
    fileprivate init(_ row: KnowledgeRow) {
        self.init(
            day: StatisticsDay(number: row.day),
            language: row.language.isEmpty ? nil : row.language,
            known: row.known,
            learning: row.learning,
            knowledge: (row.recall * 10).rounded() / 10
        )
    }
}

extension Statistics.Scope {
    fileprivate init(_ source: Source) {
        self.init(
            decks: source.decks.isEmpty ? nil : source.decks,
            tags: source.tags.isEmpty ? nil : source.tags,
            search: source.query
        )
    }
}
