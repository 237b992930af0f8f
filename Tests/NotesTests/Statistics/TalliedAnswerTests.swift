import Foundation
import Notes
import Recall
import Testing

/// Small logs, worked out by hand.
struct TalliedAnswerTests {
    private static let day: Int64 = 86_400_000

    /// A moment in UTC.
    private static func utc(_ text: String) -> Int64 {
        let date = try? Date("\(text):00Z", strategy: .iso8601)
        return Int64((date ?? .distantPast).timeIntervalSince1970) * 1_000
    }

    /// The number of a day.
    private static func day(_ text: String) -> Int { Int(utc("\(text)T00:00") / day) }

    private func event(
        _ id: Int64,
        _ text: String,
        _ offset: Int = 0,
        _ kind: TallyEvent.Kind
    ) -> TallyEvent {
        TallyEvent(id: id, moment: Self.utc(text), offset: offset, duration: 1_000, kind: kind)
    }

    /// A review whose button promised the card for a moment.
    private func review(
        _ id: Int64,
        _ text: String,
        _ offset: Int = 0,
        _ grade: Grade = .good,
        due: String? = nil
    ) -> TallyEvent {
        event(id, text, offset, .review(grade, due: due.map(Self.utc)))
    }

    private func phases(_ events: [TallyEvent], rollover: Int = 4) -> [AnswerPhase] {
        TalliedAnswer.answers(in: events, DayBoundary(rollover: rollover)).map(\.phase)
    }

    // MARK: - Phases

    @Test func followsACardFromNewToMatureAndBack() {
        let log = [
            review(1, "2026-01-01T10:00", due: "2026-01-01T10:10"),
            review(2, "2026-01-01T10:11", due: "2026-01-03T04:00"),
            review(3, "2026-01-03T09:00", due: "2026-01-23T04:00"),
            review(4, "2026-01-23T09:00", due: "2026-02-13T04:00"),
            review(5, "2026-02-14T09:00", 0, .again, due: "2026-02-14T09:10"),
            review(6, "2026-02-14T09:10", due: "2026-02-16T04:00"),
            review(7, "2026-02-16T09:00", due: "2026-02-20T04:00"),
        ]

        #expect(phases(log) == [.new, .learning, .young, .young, .mature, .relearning, .young])
    }

    @Test func countsTheIntervalThatWasPromisedNotTheOneThatPassed() {
        let log = [
            review(1, "2026-01-01T10:00", due: "2026-01-02T04:00"),
            review(2, "2026-03-01T10:00", due: "2026-03-22T04:00"),
            review(3, "2026-03-23T10:00"),
        ]

        #expect(phases(log) == [.new, .young, .mature])
    }

    @Test func countsThePassedDaysWhereNoneArePromised() {
        let log = [
            review(1, "2026-01-01T10:00"), review(2, "2026-01-01T12:00"),
            review(3, "2026-01-05T10:00"), review(4, "2026-01-26T10:00"),
        ]

        #expect(phases(log) == [.new, .learning, .young, .mature])
    }

    @Test func countsOnlyTheFirstReviewOfADayForRetention() {
        let log = [
            review(1, "2026-01-01T10:00", due: "2026-01-02T04:00"),
            review(2, "2026-01-02T10:00", due: "2026-01-03T04:00"),
            review(3, "2026-01-02T20:00", due: "2026-02-02T04:00"),
            review(4, "2026-01-02T21:00", due: "2026-02-02T04:00"),
        ]

        #expect(phases(log) == [.new, .young, .youngAgain, .matureAgain])
    }

    @Test func aStepOfMinutesStaysAStepWhenTheDayEnds() {
        let log = [
            review(1, "2026-01-01T03:55", due: "2026-01-01T04:05"),
            review(2, "2026-01-01T04:06", due: "2026-01-03T04:00"),
        ]

        #expect(phases(log) == [.new, .learning])
    }

    @Test func practiceIsWorkAndNeverRetention() {
        let log = [
            review(1, "2026-01-01T10:00", due: "2026-01-03T04:00"),
            event(2, "2026-01-02T10:00", 0, .practice(.again, .race)),
            event(3, "2026-01-03T08:00", 0, .practice(.good, .quiz)),
            review(4, "2026-01-03T10:00"),
        ]

        #expect(phases(log) == [.new, .race, .quiz, .young])
    }

    @Test func aRetractedAnswerNeverWas() {
        let log = [
            review(1, "2026-01-01T10:00", due: "2026-01-03T04:00"),
            review(2, "2026-01-03T10:00", 0, .again, due: "2026-01-03T10:10"),
            event(3, "2026-01-03T10:01", 0, .retraction(of: 2)),
            review(4, "2026-01-03T10:02", due: "2026-01-09T04:00"),
        ]

        let answers = TalliedAnswer.answers(in: log, DayBoundary())

        #expect(answers.map(\.phase) == [.new, .young])
        #expect(answers.map(\.grade) == [.good, .good])
    }

    @Test func theLastAnswersFollowFromTheWholeLog() {
        let log = [
            review(1, "2026-01-01T10:00", due: "2026-01-03T04:00"),
            event(2, "2026-01-02T10:00", 0, .practice(.good, .race)),
            review(3, "2026-01-03T10:00", due: "2026-02-03T04:00"),
            review(4, "2026-02-03T10:00"),
        ]
        let all = TalliedAnswer.answers(in: log, DayBoundary())

        for first in 0...log.count {
            let last = TalliedAnswer.answers(in: log, from: first, DayBoundary())
            #expect(last == Array(all.dropFirst(first)))
        }
    }

    @Test func aRetractionMayComeBeforeItsAnswer() {
        let log = [
            event(9, "2026-01-01T09:00", 0, .retraction(of: 10)), review(10, "2026-01-01T10:00"),
        ]

        #expect(phases(log) == [])
    }

    @Test func aSetStateIsNoReviewAndEndsWhatCameBefore() {
        let log = [
            review(1, "2026-01-01T10:00", due: "2026-01-03T04:00"),
            event(2, "2026-01-02T10:00", 0, .reset), review(3, "2026-01-02T10:01"),
            event(4, "2026-01-02T11:00", 0, .redated(Self.utc("2026-02-10T04:00"))),
            review(5, "2026-02-10T10:00"),
            event(6, "2026-02-11T10:00", 0, .interval(0, wasLearned: true)),
            review(7, "2026-02-12T10:00"),
        ]

        #expect(phases(log) == [.new, .new, .mature, .relearning])
    }

    // MARK: - Days

    @Test(arguments: [
        (0, "2026-01-01T23:59", "2026-01-01", 23), (0, "2026-01-02T00:00", "2026-01-02", 0),
        (4, "2026-01-02T03:59", "2026-01-01", 3), (4, "2026-01-02T04:00", "2026-01-02", 4),
        (23, "2026-01-02T22:59", "2026-01-01", 22), (23, "2026-01-02T23:00", "2026-01-02", 23),
    ])
    func aDayBeginsAtTheChosenHour(rollover: Int, text: String, day: String, hour: Int) {
        let answers = TalliedAnswer.answers(
            in: [review(1, text)],
            DayBoundary(rollover: rollover)
        )

        #expect(answers.map(\.day) == [Self.day(day)])
        #expect(answers.map(\.hour) == [hour])
    }

    /// In Berlin the clocks go forward on 29 March 2026 and back on 25 October, both at 01:00 UTC.
    @Test(arguments: [
        ("2026-03-28T23:30", 60, "2026-03-28", 0), ("2026-03-29T01:30", 120, "2026-03-28", 3),
        ("2026-03-29T02:00", 120, "2026-03-29", 4), ("2026-10-25T00:30", 120, "2026-10-24", 2),
        ("2026-10-25T01:30", 60, "2026-10-24", 2), ("2026-10-25T03:00", 60, "2026-10-25", 4),
    ])
    func aClockChangeMovesNoAnswer(text: String, offset: Int, day: String, hour: Int) {
        let answers = TalliedAnswer.answers(in: [review(1, text, offset)], DayBoundary())

        #expect(answers.map(\.day) == [Self.day(day)])
        #expect(answers.map(\.hour) == [hour])
    }

    /// Leaves Tokyo on 10 May at 17:00 and arrives in Los Angeles at 11:00 of the same day.
    @Test func aFlightOverTheDateLineLivesADayTwice() {
        let log = [
            review(1, "2026-05-09T22:00", 540, due: "2026-05-11T19:00"),
            review(2, "2026-05-10T07:00", 540), review(3, "2026-05-10T18:30", -420),
            review(4, "2026-05-11T19:00", -420),
        ]

        let answers = TalliedAnswer.answers(in: log, DayBoundary())

        #expect(
            answers.map(\.day)
                == ["2026-05-10", "2026-05-10", "2026-05-10", "2026-05-11"].map(Self.day)
        )
        #expect(answers.map(\.hour) == [7, 16, 11, 12])
    }

    @Test func aDayThatIsLivedAgainHasNoSecondFirstReview() {
        let log = [
            review(1, "2026-05-01T00:00", 540, due: "2026-05-09T19:00"),
            review(2, "2026-05-09T22:00", 540, due: "2026-05-10T19:00"),
            review(3, "2026-05-10T20:00", 540, due: "2026-05-11T19:00"),
            review(4, "2026-05-10T23:30", -420, due: "2026-05-12T11:00"),
        ]

        #expect(phases(log) == [.new, .young, .young, .youngAgain])
    }
}
