import Testing

@testable import Recall

struct SessionTests {
    @Test(arguments: [0, 1, 2, 10, 10_000])
    func dealsEachCardOnce(cards: Int) throws {
        let session = try #require(Session(.learn, cards: cards, seed: 5))

        #expect(session.stack.sorted() == Array(0..<cards))
        #expect(session.total == cards)
        #expect(session.isOver == (cards == 0))
    }

    /// Sessions stored in a browser are replayed from their seed, so no version may give a different order.
    @Test func neverChangesTheOrderOfASeed() throws {
        var session = try #require(Session(.learn, cards: 10, seed: 0x2_0000_0001))
        #expect(session.stack == [0, 1, 8, 4, 5, 2, 9, 3, 6, 7])

        for grade in [
            Grade.again, .good, .again, .hard, .again, .easy, .again, .good, .again, .good,
        ] {
            _ = session.answer(grade)
        }
        let missed = session.retry()
        #expect(missed == 5)
        #expect(session.stack == [9, 8, 6, 0, 5])
    }

    @Test func dealsDifferentSeedsInDifferentOrders() throws {
        let stacks = Set((0..<100).compactMap { Session(.learn, cards: 20, seed: $0)?.stack })

        #expect(stacks.count == 100)
    }

    @Test(arguments: Mode.allCases, [-1, 10_001])
    func refusesInvalidNumbersOfCards(mode: Mode, cards: Int) {
        #expect(Session(mode, cards: cards, seed: 1) == nil)
    }

    @Test(arguments: [
        (Mode.learn, false), (.race, false), (.quiz, false), (.browse, true), (.review, true),
    ])
    func keepsTheGivenOrderInBrowseAndReview(mode: Mode, isKept: Bool) throws {
        let session = try #require(Session(mode, cards: 20, seed: 1))

        #expect((session.stack == Array(0..<20)) == isKept)
    }

    @Test func countsRememberedCards() throws {
        var session = try #require(Session(.learn, cards: 4, seed: 1))

        let taken = [Grade.again, .hard, .good].map { session.answer($0) }

        #expect(taken == [true, true, true])
        #expect(session.score == Score(round: 0, total: 4, answered: 3, remembered: 2, missed: 1))
    }

    @Test func showsTheNextCardBelowTheTop() throws {
        var session = try #require(Session(.learn, cards: 3, seed: 1))
        let below = session.card(at: 1)

        _ = session.answer(.good)

        #expect(session.card(at: 0) == below)
        #expect(session.card(at: 2) == nil)
        #expect(session.card(at: -1) == nil)
        #expect(session.card(at: .max) == nil)
    }

    @Test func acceptsNoAnswerWithoutACard() throws {
        var session = try #require(Session(.learn, cards: 1, seed: 1))
        let first = session.answer(.again)
        let over = session

        let second = session.answer(.good)

        #expect(first && !second)
        #expect(session == over)
    }

    @Test func retriesMissedCardsUntilNoneIsLeft() throws {
        var session = try #require(Session(.learn, cards: 6, seed: 1))
        var missed: [Int] = []
        while let card = session.card(at: 0) {
            if card.isMultiple(of: 2) { missed.append(card) }
            _ = session.answer(card.isMultiple(of: 2) ? .again : .good)
        }

        let dealt = session.retry()
        #expect(dealt == 3)
        #expect(session.stack.sorted() == missed.sorted())
        #expect(session.score == Score(round: 1, total: 3, answered: 0, remembered: 0, missed: 0))

        while session.answer(.good) {}
        let dealtThen = session.retry()
        #expect(dealtThen == 0)
        #expect(session.round == 1)
    }

    @Test func retriesNothingDuringARound() throws {
        var session = try #require(Session(.learn, cards: 2, seed: 1))
        _ = session.answer(.again)
        let before = session

        let dealt = session.retry()

        #expect(dealt == 0)
        #expect(session == before)
    }

    @Test func undoesNothingBeforeTheFirstAnswer() throws {
        var session = try #require(Session(.learn, cards: 2, seed: 1))
        let before = session

        let card = session.undo()

        #expect(card == nil)
        #expect(session == before)
    }
}
