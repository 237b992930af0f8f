import Library
import LibraryValues
import Notes
import Recall
import Storage
import TestLibrary
import Testing

/// How much of a day's limits is used up follows from the log.
struct DayProgressTests {
    private let fresh: FreshLibrary
    private let boundary = DayBoundary()
    private static let day: Int64 = 86_400_000

    init() throws { fresh = try FreshLibrary() }

    private var today: Int { boundary.day(of: fresh.clock.now.milliseconds, offset: 0) }

    private func progress() throws -> [Int] {
        let reviewed = try reviewed()
        let new = Set(reviewed.filter(\.isIntroduced).map(\.note))
        return [reviewed.count { !$0.isIntroduced }, new.count]
    }

    private func reviewed() throws -> [ReviewedCard] {
        var reviewed: [ReviewedCard] = []
        let (morning, evening) = (start(of: today), start(of: today + 1))
        try fresh.reopen { reviewed = try $0.cardsReviewed(on: today, in: morning..<evening) }
        return reviewed
    }

    private func start(of day: Int) -> Moment {
        Moment(milliseconds: boundary.start(of: day, offset: 0))
    }

    private func review(
        _ id: Int64,
        _ card: CardID,
        daysAgo days: Int64 = 0,
        offset: Int = 0
    ) -> Event {
        Event(
            id: EventID(rawValue: id),
            note: card.note,
            face: card.face,
            kind: .review(.good, due: nil),
            moment: fresh.clock.now.later(by: -days * Self.day + id),
            offset: offset,
            duration: 1_000,
            mode: .review
        )
    }

    @Test func redatingIsNoReview() throws {
        let card = try fresh.cardID(1)

        _ = try fresh.library.act(.redate(days: 3), on: [card], by: nil, timeZoneOffset: 0)

        #expect(try reviewed().isEmpty)
    }

    @Test func countsNewCardsAndKnownCards() throws {
        let cards = try (1...3).map { try fresh.cardID($0) }
        let turned = CardID(note: cards[0].note, face: try #require(Face("fi>en")))

        _ = try fresh.library.record([
            review(1, cards[0], daysAgo: 5), review(2, cards[0]),
            review(3, cards[1]), review(4, cards[1]),
            review(5, cards[2], daysAgo: 1),
        ])

        #expect(try progress() == [1, 1])
        #expect(Set(try reviewed().map(\.note)) == [cards[0].note, cards[1].note])

        // A second new card counts as new even if its note was known before.
        _ = try fresh.library.record([review(6, turned)])
        #expect(try progress() == [1, 2])
    }

    @Test(arguments: [-1_080, 0, 1_080])
    func countsReviewsByAnyClock(offset: Int) throws {
        let (known, new) = (try fresh.cardID(1), try fresh.cardID(2))

        _ = try fresh.library.record([
            review(1, known, daysAgo: 5), review(2, known, offset: offset),
            review(3, new, offset: offset),
        ])

        #expect(try progress() == [1, 1])
    }

    @Test func doesNotCountRetractedReviews() throws {
        let (known, new) = (try fresh.cardID(1), try fresh.cardID(2))
        let events = [review(1, known, daysAgo: 5), review(2, known), review(3, new)]
        _ = try fresh.library.record(events)

        _ = try fresh.library.record(
            events.dropFirst().map { fresh.retraction($0.id.rawValue + 10, of: $0) }
        )

        #expect(try progress() == [0, 0])
    }

    @Test func doesNotCountPractice() throws {
        _ = try fresh.library.record([fresh.answer(1, to: try fresh.firstCard())])

        #expect(try progress() == [0, 0])
    }
}
