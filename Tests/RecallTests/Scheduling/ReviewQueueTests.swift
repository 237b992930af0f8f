import Testing

@testable import Recall

struct ReviewQueueTests {
    static let day: Int64 = 86_400_000
    static let now = 100 * day + day / 2

    @Test func dealsTheMostForgottenCardsFirst() {
        let cards = [
            due(stability: 30, since: 30), due(stability: 5, since: 40),
            due(stability: 9, since: 20),
        ]

        #expect(deal(cards) == [1, 2, 0])
    }

    @Test func dealsNoCardThatIsNotDue() {
        let cards = [
            due(stability: 9, since: 3, dueIn: 1), due(stability: 9, since: 3, dueIn: 0),
            step(endsIn: 60_000), step(endsIn: 0),
        ]

        #expect(deal(cards) == [3, 1])
    }

    @Test func dealsOneCardPerNote() {
        let cards = [
            due(stability: 9, since: 9, note: 1), due(stability: 2, since: 9, note: 1),
            new(note: 1), new(note: 2), new(note: 2),
        ]

        #expect(deal(cards) == [1, 3])
    }

    @Test func respectsTheLimits() {
        let reviews = (0..<300).map { due(stability: 50, since: 50, note: $0) }
        let fresh = (0..<50).map { new(note: 1000 + $0) }
        let steps = (0..<5).map { step(endsIn: -1, note: 2000 + $0) }
        let cards = reviews + fresh + steps

        let dealt = deal(cards)

        #expect(dealt.prefix(5) == [350, 351, 352, 353, 354])
        #expect(dealt.count { $0 < 300 } == 200)
        #expect(dealt.filter { 300..<350 ~= $0 } == Array(300..<320))
        #expect(deal(cards, reviews: [-3], new: [0]) == [350, 351, 352, 353, 354])
    }

    /// Of two decks in a third one.
    @Test func dealsACardOnlyWhileAllItsLimitsAllowIt() {
        let first = (0..<5).map { due(stability: 9, since: 50, note: $0, limits: [0, 2]) }
        let second = (0..<5).map { due(stability: 9, since: 9, note: 100 + $0, limits: [1, 2]) }
        let fresh = (0..<5).map { new(note: 200 + $0, limits: [$0 < 3 ? 0 : 1, 2]) }

        let dealt = deal(first + second + fresh, reviews: [2, 4, 5], new: [1, 9, 9])

        #expect(dealt.filter { $0 < 10 } == [0, 1, 5, 6, 7])
        #expect(dealt.filter { $0 >= 10 } == [10, 13, 14])
    }

    /// Three weeks without reviews, with ten cards due each day.
    @Test func spreadsABacklogOverAWeek() {
        #expect(ReviewQueue.share(ofToday: 10, backlog: 200, reviewed: 0) == 60)
        #expect(ReviewQueue.share(ofToday: 10, backlog: 50, reviewed: 0) == 60)
        #expect(ReviewQueue.share(ofToday: 10, backlog: 1000, reviewed: 0) == 153)
        #expect(ReviewQueue.share(ofToday: 0, backlog: 0, reviewed: 0) == 0)
    }

    /// Each review leaves one card less, whichever it is.
    @Test(arguments: [(0, 60), (7, 53), (60, 0), (70, 0)])
    func reviewsUseUpTheShareOfADay(backlogReviewed: Int, left: Int) {
        #expect(
            ReviewQueue.share(
                ofToday: 10,
                backlog: 200 - backlogReviewed,
                reviewed: backlogReviewed
            ) == left
        )
    }

    @Test(arguments: 0...12, 0...12)
    func interleavesEvenly(first: Int, second: Int) {
        let mixed = ReviewQueue.interleave(Array(0..<first), Array(100..<100 + second))

        #expect(mixed.filter { $0 < 100 } == Array(0..<first))
        #expect(mixed.filter { $0 >= 100 } == Array(100..<100 + second))
        // Every prefix contains each list's share, to within one card.
        for length in mixed.indices where first > 0 && second > 0 {
            let share = Double(length * first) / Double(mixed.count)
            let given = Double(mixed[..<length].count { $0 < 100 })
            #expect((given - share).magnitude <= 1)
        }
    }

    private func deal(
        _ cards: [ReviewQueue.Candidate],
        reviews: [Int] = [200],
        new: [Int] = [20]
    ) -> [Int] {
        ReviewQueue(
            boundary: DayBoundary(),
            limits: ReviewQueue.Limits(reviews: CardLimits(reviews), new: CardLimits(new)),
            moment: Self.now,
            offset: 0
        ).deal(cards)
    }

    private func due(
        stability: Double,
        since days: Int,
        dueIn: Int = 0,
        note: Int64? = nil,
        limits: [Int] = [0]
    ) -> ReviewQueue.Candidate {
        candidate(
            .review,
            due: Self.now + Int64(dueIn) * Self.day,
            memory: Memory(stability: stability, difficulty: 5),
            lastDay: 100 - days,
            note: note ?? Int64(days * 1000) + Int64(stability),
            limits: limits
        )
    }

    private func step(endsIn milliseconds: Int64, note: Int64? = nil) -> ReviewQueue.Candidate {
        candidate(
            .learning(step: 0),
            due: Self.now + milliseconds,
            memory: Memory(stability: 1, difficulty: 5),
            lastDay: 100,
            note: note ?? -1 - milliseconds
        )
    }

    private func new(
        note: Int64,
        limits: [Int] = [0]
    ) -> ReviewQueue.Candidate {
        ReviewQueue.Candidate(
            card: .new,
            note: note,
            limits: limits
        )
    }

    private func candidate(
        _ stage: CardState.Stage,
        due: Int64,
        memory: Memory,
        lastDay: Int,
        note: Int64,
        limits: [Int] = [0]
    ) -> ReviewQueue.Candidate {
        let card = CardState(
            stage: stage,
            memory: memory,
            due: due,
            interval: 1,
            reviews: 1,
            lapses: 0,
            lastReview: nil,
            lastDay: lastDay
        )
        return ReviewQueue.Candidate(
            card: card,
            note: note,
            model: MemoryModel(),
            limits: limits
        )
    }
}
