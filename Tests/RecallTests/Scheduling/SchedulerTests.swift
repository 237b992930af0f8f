import Testing

@testable import Recall

struct SchedulerTests {
    static let minute: Int64 = 60_000
    static let day: Int64 = 86_400_000

    /// Each review at the moment at which the card is due; the intervals are those of py-fsrs.
    @Test func givesTheIntervalsOfPyFSRS() {
        let scheduler = Scheduler(rules: SchedulingRules(usesFuzz: false))
        var card = CardState.new
        var moment: Int64 = 1_669_811_400_000
        var intervals: [Int] = []

        for digit in "3333331133333".utf8 {
            let grade = Grade(rawValue: digit - 48) ?? .again
            card = scheduler.answer(grade, to: card, at: at(moment))
            intervals.append(card.stage == .review ? card.interval : 0)
            moment = card.due ?? moment
        }

        #expect(intervals == [0, 2, 11, 46, 163, 498, 0, 0, 2, 4, 7, 12, 21])
    }

    @Test func learnsANewCardInSteps() {
        let outcomes = Scheduler().outcomes(of: .new, at: at(0))

        #expect(
            outcomes.map { $0.delay(after: 0) } == [
                .seconds(60), .seconds(330), .seconds(600), .days(outcomes[3].interval),
            ]
        )
        #expect(
            outcomes.map(\.stage) == [
                .learning(step: 0), .learning(step: 0), .learning(step: 1), .review,
            ]
        )
        #expect(outcomes[3].interval >= 5)
        #expect(outcomes.allSatisfy { $0.reviews == 1 && $0.lapses == 0 && $0.lastDay == -1 })
    }

    @Test func relearnsAForgottenCardInSteps() {
        let scheduler = Scheduler()
        let card = learned(stability: 50, interval: 50)

        let forgotten = scheduler.answer(.again, to: card, at: at(50 * Self.day))
        let again = scheduler.answer(.good, to: forgotten, at: at(50 * Self.day + 10 * Self.minute))

        #expect(forgotten.stage == .relearning(step: 0))
        #expect(forgotten.delay(after: 50 * Self.day) == .seconds(600))
        #expect(forgotten.lapses == 1)
        #expect(again.stage == .review)
        #expect(again.lapses == 1)
        #expect(1...10 ~= again.interval)
    }

    @Test func endsAStepIntoTomorrowAtTheStartOfTheDay() {
        let rules = SchedulingRules(learning: Steps(seconds: [60, 36_000]))
        let evening = 20 * Self.day / 24
        let card = Scheduler(rules: rules).answer(.good, to: .new, at: at(evening))

        #expect(card.due == Self.day + 4 * Self.day / 24)
        #expect(card.delay(after: evening) == .seconds(8 * 3600))
    }

    @Test func repeatsAWeakCardOnTheSameDayWithoutSteps() {
        let rules = SchedulingRules(learning: Steps(seconds: []), relearning: Steps(seconds: []))
        let scheduler = Scheduler(rules: rules)
        let morning = 6 * Self.day / 24

        let weak = scheduler.answer(.again, to: .new, at: at(morning))
        let strong = scheduler.answer(.hard, to: .new, at: at(morning))

        #expect(weak.stage == .learning(step: 0))
        #expect(weak.delay(after: morning) == .seconds(Int(0.212 * 86_400)))
        #expect(strong.delay(after: morning) == .days(1))
    }

    @Test func schedulesAWeakCardForTomorrowAfterItsSteps() {
        let rules = SchedulingRules(retention: 0.99, relearning: Steps(seconds: [600]))
        let scheduler = Scheduler(rules: rules)
        let forgotten = scheduler.answer(
            .again,
            to: learned(stability: 1, interval: 1),
            at: at(Self.day)
        )

        let card = scheduler.answer(.good, to: forgotten, at: at(Self.day + 10 * Self.minute))

        #expect(card.stage == .review)
        #expect(card.interval == 1)
    }

    @Test func givesABetterGradeALongerInterval() {
        let card = learned(stability: 1, interval: 1)
        let days = Scheduler(rules: SchedulingRules(retention: 0.97, usesFuzz: false))
            .outcomes(of: card, at: at(Self.day)).map(\.interval)

        #expect(days[1] < days[2] && days[2] < days[3])
    }

    @Test func growsByAtLeastADay() {
        let card = learned(stability: 10, interval: 10)
        for seed in 0..<100 {
            let review = Scheduler.Review(moment: 10 * Self.day, offset: 0, seed: UInt64(seed))
            #expect(Scheduler().answer(.hard, to: card, at: review).interval > 10)
        }
    }

    /// As Anki 26.9.3 shows for the same card, without fuzz.
    @Test(arguments: [
        (4, [4, 5, 8]), (5, [5, 6, 8]), (6, [4, 6, 8]), (7, [4, 7, 8]), (9, [4, 5, 9]),
        (12, [4, 5, 8]),
    ])
    func keepsAnIntervalThatWouldShrinkSlightly(interval: Int, days: [Int]) {
        let scheduler = Scheduler(rules: SchedulingRules(usesFuzz: false))

        let outcomes = scheduler.outcomes(
            of: learned(stability: 2, interval: interval),
            at: at(Self.day)
        )

        #expect(outcomes[1...].map(\.interval) == days)
    }

    @Test func neverExceedsTheMaximumInterval() {
        let rules = SchedulingRules(maximumInterval: 30)
        let card = learned(stability: 1000, interval: 30)

        let outcomes = Scheduler(rules: rules).outcomes(of: card, at: at(30 * Self.day))

        #expect(outcomes[1...].map(\.interval) == [30, 30, 30])
    }

    @Test func fuzzDependsOnlyOnTheCardAndItsReviews() {
        let scheduler = Scheduler()
        var card = learned(stability: 100, interval: 100)
        func intervals() -> [Int] {
            (UInt64(0)..<50).map { seed in
                let review = Scheduler.Review(moment: 100 * Self.day, offset: 0, seed: seed)
                return scheduler.answer(.good, to: card, at: review).interval
            }
        }

        let first = intervals()
        #expect(first == intervals())
        #expect(Set(first).count > 10)
        card.reviews += 1
        #expect(first != intervals())
    }

    @Test func prefersLessBusyDays() {
        var counts = [Int](repeating: 9, count: ReviewLoad.days)
        counts[20] = 1
        let rules = SchedulingRules()
        let card = learned(stability: 6, interval: 6)
        var review = Scheduler.Review(moment: 6 * Self.day, offset: 0, seed: 3)
        let interval = Scheduler(rules: SchedulingRules(usesFuzz: false))
            .answer(.good, to: card, at: review).interval
        #expect(19...23 ~= interval)

        review.load = ReviewLoad(counts: counts)

        #expect(Scheduler(rules: rules).answer(.good, to: card, at: review).interval == 21)
    }

    @Test(arguments: [
        (8, [8, 12, 16, 20]), (3, [3, 5, 7, 9, 11, 13, 15, 17, 19]), (1, Array(1...20)), (0, []),
    ])
    func reportsLeechesLikeAnki(threshold: Int, lapses: [Int]) {
        let rules = SchedulingRules(leechThreshold: threshold)

        #expect((0...20).filter(rules.isLeech) == lapses)
    }

    private func at(_ moment: Int64) -> Scheduler.Review {
        Scheduler.Review(moment: moment, offset: 0, seed: 1)
    }

    /// A card last reviewed on the evening before 1970.
    private func learned(stability: Double, interval: Int) -> CardState {
        CardState(
            stage: .review,
            memory: Memory(stability: stability, difficulty: 5),
            due: nil,
            interval: interval,
            reviews: 5,
            lapses: 0,
            lastReview: 0,
            lastDay: -1
        )
    }
}
