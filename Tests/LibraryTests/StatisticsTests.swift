import Languages
import Library
import LibraryValues
import Notes
import Recall
import Testing

/// Figures on logs small enough to be worked out by hand.
struct StatisticsTests {
    private let studied: ReviewLibrary

    init() throws { studied = try ReviewLibrary(["Mine": Array(1...6), "Other": [11, 12]]) }

    private static let minute: Int64 = 60_000
    private static let hour = 60 * minute
    private static let day = 24 * hour
    /// 2026-01-14, a Wednesday.
    private static let today = 20_467

    private func figures(
        _ scope: StatisticsScope = .library,
        _ range: StatisticsRange = .year,
        offset: Int = 0
    ) throws -> Statistics {
        try #require(
            try studied.library.statistics(of: scope, over: range, timeZoneOffset: offset)
        )
    }

    /// Records a review that was given some time ago.
    private func review(
        _ note: Int64,
        _ grade: Grade = .good,
        ago: Int64,
        dueIn: Int64? = nil,
        offset: Int = 0,
        duration: Int = 5_000,
        id: Int64 = .random(in: 1...Int64.max / 4)
    ) throws {
        let moment = studied.fresh.clock.now.later(by: -ago)
        var event = Event(
            id: EventID(rawValue: id),
            note: NoteID(rawValue: note),
            face: .template(1),
            kind: .review(grade, due: dueIn.map { moment.later(by: $0) }),
            moment: moment,
            offset: 0,
            duration: duration,
            mode: .review
        )
        event.offset = offset
        #expect(try studied.library.record([event]) == [.stored])
    }

    private func practise(_ note: Int64) throws {
        let cards = try #require(try studied.library.deal(.learn, Source(deck: "Mine"))).cards
        let card = try #require(cards.first { $0.note.rawValue == note })
        let answer = studied.fresh.answer(.random(in: 1...Int64.max / 4), to: card, .again)
        #expect(try studied.library.record([answer]) == [.stored])
    }

    @Test func withoutAnswersEverythingIsNew() throws {
        let figures = try figures(.deck("Mine"))

        #expect(figures.days.isEmpty && figures.totalRetention.count == 0)
        #expect(figures.totalRetention.rate == nil)
        var states = Statistics.States()
        states.new = 6
        #expect(figures.states == states)
        #expect(figures.today == Self.today)
    }

    @Test func practiceIsWorkAndNothingElse() throws {
        try practise(1)
        try practise(2)

        let figures = try figures()

        #expect(figures.days.map(\.practice) == [2] && figures.days.map(\.reviews) == [0])
        #expect(figures.grades.isEmpty && figures.totalRetention.count == 0)
    }

    @Test func retentionCountsTheFirstReviewOfADayAfterADayOrMore() throws {
        // Learned 40 days ago for ten days, recalled, for thirty days, then forgotten and asked again at once.
        try review(1, ago: 40 * Self.day, dueIn: 10 * Self.day)
        try review(1, ago: 30 * Self.day, dueIn: 30 * Self.day)
        try review(1, .again, ago: 10 * Self.minute, dueIn: 5 * Self.minute)
        try review(1, .good, ago: 0, dueIn: 2 * Self.day)

        let figures = try figures()

        let young = try #require(figures.retention[.young])
        let mature = try #require(figures.retention[.mature])
        #expect((young.recalled, young.count) == (1, 1))
        #expect((mature.recalled, mature.count) == (0, 1))
        #expect(figures.grades[.learning] == [0, 0, 2, 0])
        #expect(figures.grades[.young] == [0, 0, 1, 0])
        #expect(figures.grades[.mature] == [1, 0, 0, 0])
    }

    @Test func aRangeLeavesOutOlderDays() throws {
        for ago in [0, 29, 30, 89, 90, 364, 365] { try review(1, ago: Int64(ago) * Self.day) }

        let counts = try StatisticsRange.allCases.map { range in
            try figures(.library, range).days.count
        }

        #expect(counts == [2, 4, 6, 7])
    }

    @Test func aRetractedReviewDoesNotCount() throws {
        try review(1, ago: 0, id: 7)
        let answer = Event(
            id: EventID(rawValue: 8),
            note: NoteID(rawValue: 1),
            face: .template(1),
            kind: .retraction(of: EventID(rawValue: 7)),
            moment: studied.fresh.clock.now,
            offset: 0,
            duration: 0,
            mode: .review
        )
        #expect(try studied.library.record([answer]) == [.stored])

        #expect(try figures().days.isEmpty)
    }

    /// It is noon in London; in Tokyo it is nine in the evening, in Los Angeles four in the morning.
    @Test func aFlightMovesNoDay() throws {
        // Tuesday 20:30 in Tokyo, and Wednesday 3:30 in Los Angeles, which is before the day begins there.
        try review(1, ago: 24 * Self.hour + 30 * Self.minute, offset: 540)
        try review(2, ago: 30 * Self.minute, offset: -480)
        try review(3, ago: 0, offset: -480)

        for offset in [540, 0, -480] {
            let days = try figures(offset: offset).days
            #expect(days.map(\.number) == [Self.today - 1, Self.today])
            #expect(days.map(\.reviews) == [2, 1], "seen from \(offset)")
        }
    }

    @Test(arguments: [(0, [1, 2]), (4, [1, 2]), (12, [1, 1, 1]), (23, [1, 2])])
    func aDayBeginsAtItsHour(rollover: Int, reviews: [Int]) throws {
        try studied.library.changeSettings { $0.rollover = rollover }
        // Tuesday 11:59, Wednesday 11:59 and Wednesday 12:00.
        try review(1, ago: 24 * Self.hour + Self.minute)
        try review(2, ago: Self.minute)
        try review(3, ago: 0)

        #expect(try figures().days.map(\.reviews) == reviews)
    }

    @Test func aForgottenPageCountsForAMinute() throws {
        try review(1, ago: 0, duration: 4_000_000)

        #expect(try figures().day.milliseconds == 60_000)
    }

    @Test func decksAndDeletedCardsAddUpToTheLibrary() throws {
        for note in [1, 2, 11] as [Int64] { try review(note, ago: 0) }
        let ids = [NoteID(rawValue: 2)]
        _ = try studied.library.delete(ids, by: nil)
        _ = try studied.library.emptyBin()

        let all = try figures().days.map(\.reviews)
        let decks = try ["Mine", "Other"].map { try figures(.deck($0)).days.map(\.reviews) }

        #expect(all == [3])
        #expect(decks == [[1], [1]])
        #expect(try figures(.search("deck:Other")).days.map(\.reviews) == [1])
    }

    @Test func countsTheStatesOfCards() throws {
        try studied.learn([1], dueIn: 3)
        try studied.grade([2], .again)
        _ = try studied.library.act(
            .suspend,
            on: [CardID(note: NoteID(rawValue: 3), face: .template(1))],
            by: nil,
            timeZoneOffset: 0
        )
        _ = try studied.library.act(
            .bury,
            on: [CardID(note: NoteID(rawValue: 4), face: .template(1))],
            by: nil,
            timeZoneOffset: 0
        )

        let states = try figures(.deck("Mine")).states

        #expect((states.new, states.learning, states.mature) == (2, 1, 1))
        #expect((states.suspended, states.buried) == (1, 1))
    }

    @Test func showsWhatIsDue() throws {
        try studied.learn([1, 2], dueIn: -3)
        try studied.learn([3], dueIn: 2)

        let forecast = try figures(.deck("Mine")).forecast

        #expect(forecast.count == 30)
        #expect(Array(forecast.prefix(4)) == [2, 0, 1, 0])
    }

    @Test func fewReviewsTellLittle() throws {
        var retention = Statistics.Retention()
        (retention.recalled, retention.count) = (27, 30)
        let few = try #require(retention.interval)
        (retention.recalled, retention.count) = (900, 1_000)
        let many = try #require(retention.interval)

        #expect((Int(few.lowerBound * 100), Int(few.upperBound * 100)) == (74, 96))
        #expect((Int(many.lowerBound * 100), Int(many.upperBound * 100)) == (87, 91))
    }

    @Test func thereIsNothingAboutAMissingDeck() throws {
        let figures = try studied.library.statistics(
            of: .deck("Nothing"),
            over: .year,
            timeZoneOffset: 0
        )
        #expect(figures == nil)
    }
}
