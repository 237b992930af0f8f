package import LibraryValues
package import Notes
internal import Recall
internal import Storage

extension Library {
    /// What a simulation of the coming year of the library, or of a deck, starts from; nil if the deck is gone.
    ///
    /// - Parameter minutes: How far the learner's clock is ahead of UTC.
    package func outlook(
        of deck: DeckID?,
        timeZoneOffset minutes: Int
    ) throws(LibraryError) -> StudyOutlook? {
        let moment = now()
        return try read { reader in
            let hierarchy = DeckHierarchy(try reader.decks())
            let chosen = deck.flatMap { hierarchy.deck($0) }
            guard deck == nil || chosen != nil else { return nil }
            let scope =
                chosen.map {
                    StatisticsScope.cards(decks: hierarchy.decks(in: $0).map(\.id), notes: [])
                } ?? .library
            var settings = try reader.settings()
            if let chosen { settings = settings.applying(hierarchy.settings(of: chosen)) }
            let boundary = settings.rules.boundary
            let today = boundary.day(of: moment.milliseconds, offset: minutes)

            var sample = CardSample()
            try reader.forEachStudiedCards(in: scope, keepsCards: false) { cards, _ in
                for card in cards {
                    guard let memory = card.memory, memory.stability > 0, memory.difficulty > 0,
                        let reviewed = card.reviewed
                    else { continue }
                    let days = Double(moment.milliseconds - reviewed.milliseconds) / 86_400_000
                    let due = card.due.map { boundary.day(of: $0, offset: minutes) - today } ?? 0
                    sample.add(
                        StudySimulation.Card(
                            memory: memory,
                            daysSinceReview: max(days, 0),
                            due: due
                        )
                    )
                }
            }
            var habits = HabitCounts()
            try reader.forEachTally(in: scope, (today - 365)...(today + 1)) { habits.add($0) }
            return StudyOutlook(
                parameters: try chosen.map { try reader.scheduler(for: $0.id).model.parameters }
                    ?? reader.parameters(),
                habits: habits.habits(settings),
                cards: sample.cards,
                unseen: try reader.unaskedNoteCount(in: scope),
                scale: sample.scale
            )
        }
    }
}

/// A part of many cards, evenly spread over them.
private struct CardSample {
    private(set) var cards: [StudySimulation.Card] = []
    private var step = 1
    private var count = 0

    /// Few enough for a simulation in a moment.
    private static let most = 2_000

    mutating func add(_ card: StudySimulation.Card) {
        defer { count += 1 }
        guard count.isMultiple(of: step) else { return }
        cards.append(card)
        guard cards.count > Self.most else { return }
        cards = cards.indices.filter { $0.isMultiple(of: 2) }.map { cards[$0] }
        step *= 2
    }

    var scale: Double { cards.isEmpty ? 1 : Double(count) / Double(cards.count) }
}

/// Counts answers for the habits that follow from them.
private struct HabitCounts {
    private var first = AnswerTally()
    private var reviews = AnswerTally()
    private var learning = 0
    private var relearning = 0

    mutating func add(_ row: TallyRow) {
        switch row.phase {
        case .new: first += row.tally
        case .learning: learning += row.tally.milliseconds
        case .relearning: relearning += row.tally.milliseconds
        case .young, .mature: reviews += row.tally
        case .youngAgain, .matureAgain, .learn, .race, .quiz, .otherPractice: break
        }
    }

    /// - Parameter settings: Of the library, or of the deck.
    func habits(_ settings: StudySettings) -> StudyHabits {
        let typical = StudyHabits()
        var habits = typical
        habits.firstGrades = Self.fractions(first.grades, typical.firstGrades)
        habits.passingGrades = Self.fractions(
            [0] + reviews.grades.dropFirst(),
            typical.passingGrades
        )
        habits.secondsToLearn = Self.mean(
            first.milliseconds + learning,
            of: first.grades.reduce(0, +),
            typical.secondsToLearn
        )
        habits.secondsToReview = Self.mean(
            reviews.milliseconds,
            of: reviews.grades.reduce(0, +),
            typical.secondsToReview
        )
        habits.secondsToRelearn = Self.mean(relearning, of: reviews.again, typical.secondsToRelearn)
        habits.newPerDay = settings.newLimit
        // Otherwise a target that takes more than the limit would seem to cost no more than that.
        habits.reviewsPerDay = StudySettings.Limits.cardsPerDay.upperBound
        return habits
    }

    /// With as many typical answers in addition, so that few answers do not decide alone.
    private static let typicalAnswers = 20.0

    private static func fractions(
        _ counts: [Int],
        _ typical: SIMD4<Double>
    ) -> SIMD4<Double> {
        let counts = SIMD4(counts.map { Double($0) })
        return (counts + typicalAnswers * typical) / (counts.sum() + typicalAnswers)
    }

    private static func mean(_ milliseconds: Int, of count: Int, _ typical: Double) -> Double {
        (Double(milliseconds) / 1_000 + typicalAnswers * typical) / (Double(count) + typicalAnswers)
    }
}
