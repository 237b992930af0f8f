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

    @Test func dealsOneCardPerNoteAndNoneAnsweredToday() {
        let cards = [
            due(stability: 9, since: 9, note: 1), due(stability: 2, since: 9, note: 1),
            new(note: 1), new(note: 2), new(note: 2),
            due(stability: 1, since: 9, note: 3, isNoteAnsweredToday: true),
            new(note: 4, isNoteAnsweredToday: true),
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
        #expect(deal(cards, ReviewQueue.Limits(reviews: -3, new: 0)) == [350, 351, 352, 353, 354])
    }

    /// Three weeks without reviews, with ten cards due each day.
    @Test func spreadsABacklogOverAWeek() {
        let backlog = (0..<210).map { due(stability: 9, since: 30, dueIn: -9, note: $0) }
        let today = (0..<10).map { due(stability: 90, since: 9, note: 500 + $0) }

        let dealt = deal(backlog + today)

        #expect(dealt.count { $0 < 210 } == 50)
        #expect(dealt.count { $0 >= 210 } == 10)
        #expect(deal(Array(backlog.prefix(50))).count == 50)
        #expect(ReviewQueue.backlogShare(of: 1000) == 143)
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
        _ limits: ReviewQueue.Limits = ReviewQueue.Limits()
    ) -> [Int] {
        ReviewQueue(boundary: DayBoundary(), limits: limits, moment: Self.now, offset: 0).deal(
            cards
        )
    }

    private func due(
        stability: Double,
        since days: Int,
        dueIn: Int = 0,
        note: Int64? = nil,
        isNoteAnsweredToday: Bool = false
    ) -> ReviewQueue.Candidate {
        candidate(
            .review,
            due: Self.now + Int64(dueIn) * Self.day,
            memory: Memory(stability: stability, difficulty: 5),
            lastDay: 100 - days,
            note: note ?? Int64(days * 1000) + Int64(stability),
            isNoteAnsweredToday: isNoteAnsweredToday
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

    private func new(note: Int64, isNoteAnsweredToday: Bool = false) -> ReviewQueue.Candidate {
        ReviewQueue.Candidate(card: .new, note: note, isNoteAnsweredToday: isNoteAnsweredToday)
    }

    private func candidate(
        _ stage: CardState.Stage,
        due: Int64,
        memory: Memory,
        lastDay: Int,
        note: Int64,
        isNoteAnsweredToday: Bool = false
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
            isNoteAnsweredToday: isNoteAnsweredToday
        )
    }
}
