package import LibraryValues
internal import Notes
internal import Recall
internal import Storage
internal import Threads

extension Library {
    /// What the log and the cards say; nil where one of the decks or tags does not exist.
    ///
    /// - Parameters:
    ///   - source: Which cards; nil for the whole library, deleted cards included.
    ///   - minutes: How far the learner's clock is ahead of UTC, which determines the current day.
    ///   - keepsCards: Whether to keep in memory what is read, because the learner may ask again.
    package func statistics(
        of source: Source? = nil,
        range: StatisticsRange = .month,
        timeZoneOffset minutes: Int,
        keepsCards: Bool = true
    ) throws(LibraryError) -> Statistics? {
        try read { reader in
            let day = try searchDay(reader, offset: minutes)
            return try reader.recent(
                "\(source?.text ?? "") \(range.rawValue) \(day.today) \(minutes)",
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
        let today = day.today
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
        let name = "\(range.rawValue) \(first) \(today)"
        // Before all notes, whose clocks may have been wrong.
        let firstNote = range == .all ? -1 : first
        let cards = try cards(of: chosen, in: hierarchy, on: day, keepsCards: keepsCards, reader) {
            answers = try Self.answers(
                to: chosen,
                from: answers,
                named: name,
                keepsTallies: keepsCards,
                reader
            )
            statistics.added = try added(to: chosen, since: firstNote, on: day, reader)
        }
        answers.write(into: &statistics)
        try cards.write(
            into: &statistics,
            unasked: reader.unaskedNoteCount(in: chosen),
            suspended: reader.suspendedCardCount(in: chosen),
            suspendedNotes: reader.suspendedNoteCounts(in: chosen),
            notes: reader.noteCount(in: chosen),
            languages: reader.languageCounts(in: chosen)
        )
        answers.writeDirections(into: &statistics)
        if source == nil {
            statistics.knowledge = try reader.knowledge(on: first...today).map {
                Statistics.Knowledge($0)
            }
        }
        statistics.since =
            range == .all
            ? [statistics.days.first?.day, statistics.added.first?.day].compactMap(\.self).min()
                ?? statistics.today
            : StatisticsDay(number: first)
        statistics.hardNotes = cards.hardNotes
        statistics.hardest = try cards.hardest.compactMap { note, lapses in
            guard let text = try reader.note(note)?.line(with: reader) else { return nil }
            return Statistics.Hardest(note: note.description, text: text, lapses: lapses)
        }
        return statistics
    }

    /// The answers to some cards; those of past days are kept in memory, because they are many and seldom change.
    ///
    /// - Parameters:
    ///   - none: Figures of the same days without any answer.
    ///   - name: Tells these days from others.
    private static func answers(
        to scope: StatisticsScope,
        from none: AnswerFigures,
        named name: String,
        keepsTallies: Bool,
        _ reader: borrowing Reader
    ) throws -> AnswerFigures {
        let today = none.today
        // A device's clock may be ahead by a day.
        let (first, last) = (min(none.firstDay, none.yearStart), today + 1)
        var answers = none
        guard keepsTallies, let tallies = scope.nameOfTallies else {
            try reader.forEachTally(in: scope, first...last) { answers.add($0) }
            return answers
        }
        answers = try reader.pastFigures("\(tallies) \(name)", before: today) {
            var past = none
            try reader.forEachTally(in: scope, first...(today - 1)) { past.add($0) }
            return past
        }
        try reader.forEachTally(in: scope, today...last) { answers.add($0) }
        return answers
    }

    /// A hundred years, in days.
    private static let longestRange = 36_525

    /// Counts cards; those in memory are counted by another thread, and by this one as soon as it has read from the file.
    ///
    /// - Parameter read: Reads what else is needed, and is called once.
    private static func cards(
        of scope: StatisticsScope,
        in hierarchy: DeckHierarchy,
        on day: SearchDay,
        keepsCards: Bool,
        _ reader: borrowing Reader,
        while read: () throws -> Void
    ) throws -> CardFigures {
        let model = MemoryModel(try reader.parameters())
        func forgetting(of deck: DeckID) -> MemoryModel.Forgetting {
            let own = hierarchy.deck(deck).flatMap { hierarchy.settings(of: $0).parameters }
                .flatMap { try? Parameters($0) }.map { MemoryModel($0) }
            return (own ?? model).forgetting
        }
        guard let (cards, names) = try reader.cardsInMemory(in: scope, keepsCards: keepsCards)
        else {
            var figures = CardFigures(on: day)
            // By the places of decks.
            var known: [MemoryModel.Forgetting] = []
            try reader.forEachStoredCards(in: scope) { some, names in
                known += names.decks.dropFirst(known.count).map(forgetting)
                figures.add(some[...], names.faces, known)
            }
            figures.finish()
            try read()
            return figures
        }
        let known = names.decks.map(forgetting)
        let none = CardFigures(on: day)
        let parts = Locked(CardFigures.parts(of: cards)[...])
        let count: @Sendable () -> CardFigures = {
            var figures = none
            while let part = parts.withLock({ $0.popFirst() }) {
                figures.add(part, names.faces, known)
            }
            figures.finish()
            return figures
        }
        let counted = Locked(none)
        let thread = Thread {
            let figures = count()
            counted.withLock { $0 = figures }
        }
        let outcome = Result { try read() }
        var figures = count()
        thread.join()
        try outcome.get()
        figures.add(counted.withLock { $0 })
        return figures
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
            let inside = DeckName(name).map { hierarchy.decks(in: $0) } ?? []
            guard !inside.isEmpty else { return nil }
            decks.formUnion(inside.map(\.id))
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
        guard let earliest = try reader.earliestNote() else { return [] }
        let (boundary, offset, today) = (day.boundary, day.offset, day.today)
        let earliestDay = boundary.day(of: earliest.milliseconds, offset: offset)
        let first = min(max(first, earliestDay), today)
        let start = Moment(milliseconds: boundary.start(of: first, offset: offset))
        return try reader.newNoteCounts(in: scope, since: start, days: today - first + 1).map {
            Statistics.DayNotes(day: StatisticsDay(number: first + $0.day), notes: $0.notes)
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
