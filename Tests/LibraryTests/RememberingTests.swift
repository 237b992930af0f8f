import Library
import LibraryValues
import Notes
import Recall
import SQLite
import Storage
import TestLibrary
import Testing

/// The stored states of cards follow from their logs, computed by the engine that browsers use.
struct RememberingTests {
    private let fresh: FreshLibrary
    private let card: CardID

    private static let day: Int64 = 86_400_000

    init() throws {
        fresh = try FreshLibrary()
        card = try fresh.cardID()
    }

    /// A review this many days before now.
    private func review(
        _ id: Int64,
        _ grade: Grade,
        daysAgo days: Int64,
        due: Moment? = nil,
        reviews: Int? = nil,
        mode: Mode = .review
    ) -> Event {
        Event(
            id: EventID(rawValue: id),
            note: card.note,
            face: card.face,
            kind: .review(grade, due: due, reviews: reviews),
            moment: fresh.clock.now.later(by: -days * Self.day),
            offset: 120,
            duration: 2_500,
            mode: mode
        )
    }

    private func record(_ events: Event...) throws {
        #expect(try fresh.library.record(events) == events.map { _ in .stored })
    }

    private func state(of card: CardID? = nil) throws -> CardState {
        try fresh.library.card(card ?? self.card)?.state ?? .new
    }

    private func computed(_ events: [Event], of card: CardID? = nil) -> CardState {
        CardHistory(events.cardEvents, scheduler: Scheduler(), seed: (card ?? self.card).seed).state
    }

    // MARK: - Order of arrival

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func followsTheLogInAnyOrderOfArrival(seed: UInt64) throws {
        let notes = try #require(try fresh.library.deal(.browse, Source(deck: "First words"))).cards
        let faces = try ["en>fi", "fi>en"].map { try #require(Face($0)) }
        let cards = notes.prefix(120).flatMap { note in
            faces.map { CardID(note: note.note, face: $0) }
        }
        let log = RandomLog(of: cards, seed: seed, endingAt: fresh.clock.now)
        var arrived: [CardID: [Event]] = [:]

        for first in stride(from: 0, to: log.events.count, by: 100) {
            let batch = log.events[first..<min(first + 100, log.events.count)]
            #expect(try fresh.library.record(Array(batch)).allSatisfy { $0 == .stored })
            for event in batch { arrived[event.card, default: []].append(event) }
            for card in Set(batch.map(\.card)) {
                #expect(try state(of: card) == computed(arrived[card] ?? [], of: card))
            }
        }

        #expect(arrived.count == cards.count)
        #expect(try fresh.library.rebuild() == 0)
    }

    @Test func givesEveryOrderOfASmallLogTheSameState() throws {
        let due = fresh.clock.now.later(by: 3 * Self.day)
        var events = [
            review(1, .good, daysAgo: 20),
            review(2, .again, daysAgo: 10, due: due, reviews: 1),
            review(3, .good, daysAgo: 10, due: due, reviews: 2),
            review(4, .easy, daysAgo: 2),
        ]
        events.append(fresh.retraction(5, of: events[1]))
        let expected = computed(events)

        for (turn, order) in permutations(of: events).enumerated() {
            let card = try fresh.cardID(turn)
            let offset = Int64(turn + 1) * 1_000
            try record(order.map { $0.moved(to: card, by: offset) })
            let moved = events.map { $0.moved(to: card, by: offset) }
            #expect(try state(of: card) == computed(moved, of: card))
            #expect(try state(of: card).memory == expected.memory)
        }
    }

    private func record(_ events: [Event]) throws {
        for event in events { try record(event) }
    }

    private func permutations(of events: [Event]) -> [[Event]] {
        guard events.count > 1 else { return [events] }
        return events.indices.flatMap { index in
            var rest = events
            let first = rest.remove(at: index)
            return permutations(of: rest).map { [first] + $0 }
        }
    }

    // MARK: - Intervals shown on buttons

    @Test func storesTheIntervalThatTheButtonShowed() throws {
        let shown = fresh.clock.now.later(by: 9 * Self.day)

        try record(
            review(1, .easy, daysAgo: 8),
            review(2, .good, daysAgo: 0, due: shown, reviews: 1)
        )

        #expect(try state().due == shown.milliseconds)
        #expect(try state().interval == 9)
    }

    @Test func ignoresTheShownIntervalOnceAnEarlierReviewArrives() throws {
        let shown = fresh.clock.now.later(by: 9 * Self.day)
        try record(review(2, .good, daysAgo: 0, due: shown, reviews: 0))
        #expect(try state().due == shown.milliseconds)

        try record(review(1, .easy, daysAgo: 8))

        #expect(try state().due != shown.milliseconds)
        #expect(
            try state() == computed([review(1, .easy, daysAgo: 8), review(2, .good, daysAgo: 0)])
        )
    }

    @Test func practiceDoesNotChangeTheSchedule() throws {
        try record(review(1, .good, daysAgo: 8))
        let before = try state()

        try record(fresh.answer(2, to: try fresh.firstCard(), .again))

        #expect(try state() == before)
    }

    @Test(arguments: [Mode.learn, .race, .quiz])
    func countsTheFirstAnswerOfTheDayIfTheBrowserSaysSo(mode: Mode) throws {
        try record(review(1, .good, daysAgo: 0, mode: mode))

        #expect(try state() == computed([review(1, .good, daysAgo: 0)]))
        #expect(try state().reviews == 1)
    }

    // MARK: - Settings

    @Test func usesTheRetentionOfTheDeck() throws {
        let days = (1...4).map { review(Int64($0), .good, daysAgo: Int64(40 - 10 * $0)) }
        let usual = computed(days)
        let name = try #require(DeckName("First questions"))

        try fresh.reopen { writer in
            try writer.connection.run(
                """
                UPDATE deck
                SET settings = '{"retention":0.7}'
                WHERE folded_name = :key
                """,
                ["key": name.key]
            )
        }
        try record(days)

        let rules = SchedulingRules(retention: 0.7)
        let rare = CardHistory(days.cardEvents, scheduler: Scheduler(rules: rules), seed: card.seed)
        #expect(try state() == rare.state)
        #expect(rare.state.interval > 2 * usual.interval)
    }

    @Test func recomputesAllMemoriesForNewParameters() throws {
        let shown = fresh.clock.now.later(by: 9 * Self.day)
        try record(
            review(1, .easy, daysAgo: 8),
            review(2, .good, daysAgo: 0, due: shown, reviews: 1)
        )
        let before = try state()
        var numbers = Parameters.default.values
        numbers[8] += 0.5
        let parameters = try Parameters(numbers)

        try fresh.library.setParameters(parameters)

        #expect(try fresh.library.parameters() == parameters)
        #expect(try state().due == shown.milliseconds)
        #expect(try state().memory?.stability ?? 0 > before.memory?.stability ?? .infinity)
        #expect(try fresh.library.rebuild() == 0)
    }

    @Test func followsTheHourAtWhichDaysBegin() throws {
        // 03:00 and 05:00 of one date, where days begin at four.
        var (late, early) = (review(1, .good, daysAgo: 1), review(2, .good, daysAgo: 1))
        late.moment = late.moment.later(by: -11 * 3_600_000)
        early.moment = early.moment.later(by: -9 * 3_600_000)
        try record(late, early)
        let day = try #require(try state().lastDay)
        var settings = StudySettings()
        settings.rollover = 6

        try fresh.library.changeSettings { $0 = settings }

        #expect(try state().lastDay == day - 1)
        #expect(try fresh.library.rebuild() == 0)
    }

    // MARK: - Rebuilding

    @Test func rebuildsWrongStates() throws {
        try record(review(1, .good, daysAgo: 8), review(2, .again, daysAgo: 0))
        try record(fresh.answer(3, to: try fresh.firstCard(), .good))
        let (before, summary) = (try state(), try fresh.summary())
        try fresh.reopen { writer in
            try writer.connection.run(
                """
                UPDATE card
                SET stability = 1, due = 5, stage = 0, reviews = 9, answered_grade = 1, last_day = NULL
                """
            )
            try writer.connection.run(
                "UPDATE note SET progress = 2, introduced = 7, answered = 0"
            )
        }
        #expect(try state() != before)

        #expect(try fresh.library.rebuild() == 1)

        #expect(try state() == before)
        #expect(try fresh.summary() == summary)
        #expect(try fresh.library.rebuild() == 0)
        var introduced: Int?
        try fresh.reopen { writer in
            introduced = try writer.connection.row(
                "SELECT introduced FROM note WHERE id = :note",
                ["note": card.note]
            ) { $0.int(0) }
        }
        #expect(introduced == 1)
    }
}

extension Event {
    /// The same event of another card, under another id.
    fileprivate func moved(to card: CardID, by offset: Int64) -> Event {
        var event = self
        (event.note, event.face) = (card.note, card.face)
        event.id = EventID(rawValue: id.rawValue + offset)
        if case .retraction(let target) = kind {
            event.kind = .retraction(of: EventID(rawValue: target.rawValue + offset))
        }
        return event
    }
}
