package import LibraryValues
internal import Notes
internal import Recall
internal import Storage

extension Library {
    /// The most time that one answer counts for, because nobody thinks longer about a card.
    private static let longestAnswer = 60_000

    /// How many days ahead the forecast reaches, today included.
    private static let forecastDays = 30

    /// The most notes of a search that statistics are made of.
    private static let mostFound = 200_000

    /// What was done and what is known; nil where there is no such deck.
    ///
    /// - Parameter minutes: How far the learner's clock is ahead of UTC.
    package func statistics(
        of scope: StatisticsScope,
        over range: StatisticsRange,
        timeZoneOffset minutes: Int
    ) throws(LibraryError) -> Statistics? {
        let moment = now()
        return try read { reader -> Statistics? in
            let settings = try reader.settings()
            let boundary = settings.rules.boundary
            let day = try DealingDay(at: moment, offset: minutes, boundary: boundary, reader)
            let hierarchy = DeckHierarchy(try reader.decks())
            guard let cards = try Self.cards(of: scope, hierarchy, day, reader) else { return nil }

            var target = settings
            if case .deck(let name) = scope,
                let deck = DeckName(name).flatMap({ hierarchy.deck(named: $0) })
            {
                target = settings.applying(hierarchy.settings(of: deck))
            }
            let first = range.days.map { day.number - $0 + 1 }
            var statistics = Statistics(
                today: day.number,
                first: first,
                target: target.retention
            )
            var days: [Int: Statistics.Day] = [:]
            try reader.forEachAnswer(of: cards, rollover: boundary.rollover) { answer in
                guard first.map({ answer.day >= $0 }) ?? true else { return }
                days[answer.day, default: Statistics.Day(number: answer.day)].add(answer)
                statistics.add(answer)
            }
            statistics.days = days.values.sorted { $0.number < $1.number }
            statistics.states = Statistics.States(try reader.cardStates(of: cards, at: moment))
            let mornings = [Moment(milliseconds: .min)] + day.mornings(1...Self.forecastDays)
            statistics.forecast = try zip(mornings, mornings.dropFirst()).map { from, to in
                try reader.notesDue(of: cards, in: hierarchy.decks.map(\.id), from..<to)
            }
            return statistics
        }
    }

    private static func cards(
        of scope: StatisticsScope,
        _ hierarchy: DeckHierarchy,
        _ day: DealingDay,
        _ reader: borrowing Reader
    ) throws -> CountedCards? {
        switch scope {
        case .library: return .all
        case .deck(let name):
            guard let deck = DeckName(name).flatMap({ hierarchy.deck(named: $0) }) else {
                return nil
            }
            return .decks(hierarchy.decks(in: deck).map(\.id))
        case .search(let query):
            return .notes(
                try reader.search(SearchQuery(query), limit: mostFound, on: day.searchDay).notes
            )
        }
    }

    fileprivate static func shownTime(_ answer: LoggedAnswer) -> Int {
        min(answer.milliseconds, longestAnswer)
    }
}

extension Statistics.Day {
    fileprivate mutating func add(_ answer: LoggedAnswer) {
        if answer.isReview { reviews += 1 } else { practice += 1 }
        milliseconds += Library.shownTime(answer)
    }
}

extension Statistics {
    /// Counts the grade of a review, and whether it was recalled.
    fileprivate mutating func add(_ answer: LoggedAnswer) {
        guard answer.isReview else { return }
        let days = answer.interval ?? 0
        let maturity: Maturity = days < 1 ? .learning : days < 21 ? .young : .mature
        grades[maturity, default: [0, 0, 0, 0]][Int(answer.grade.rawValue) - 1] += 1
        guard maturity != .learning, answer.isFirstOfDay else { return }
        retention[maturity, default: Retention()].count += 1
        if answer.grade.isRemembered { retention[maturity, default: Retention()].recalled += 1 }
    }
}

extension Statistics.States {
    fileprivate init(_ counts: CardStateCounts) {
        self.init()
        new = counts.new
        learning = counts.learning
        relearning = counts.relearning
        young = counts.young
        mature = counts.mature
        suspended = counts.suspended
        buried = counts.buried
    }
}
