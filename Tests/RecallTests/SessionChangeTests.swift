import Testing

@testable import Recall

struct SessionChangeTests {
    @Test func addsCardsAtTheBottom() throws {
        var learn = try #require(Session(.learn, cards: 3, seed: 1))
        let dealt = learn.stack
        while learn.answer(.good) {}

        let isAdded = learn.addCards(2)

        #expect(isAdded && !learn.isOver)
        #expect(learn.stack == [dealt.count, dealt.count + 1])
        #expect(learn.score == Score(round: 0, total: 5, answered: 3, remembered: 3, missed: 0))
    }

    @Test func removesCardsWhereverTheyAre() throws {
        var learn = try #require(Session(.learn, cards: 4, seed: 1))
        let dealt = learn.stack
        _ = learn.answer(.again)

        let left = [
            learn.removeCard(dealt[0]), learn.removeCard(dealt[2]), learn.removeCard(dealt[2]),
            learn.removeCard(9),
        ]

        #expect(left == [true, true, false, false])
        #expect(learn.stack == [dealt[1], dealt[3]])
        #expect(learn.score == Score(round: 0, total: 3, answered: 1, remembered: 0, missed: 1))
        while learn.answer(.good) {}
        let missed = learn.retry()
        #expect(missed == 0)
    }

    @Test func removesAWaitingCard() throws {
        var review = try #require(Session(.review, cards: 1, seed: 1))
        _ = review.answer(.again, returningAt: 10)

        _ = review.removeCard(0)

        #expect(review.isOver && review.waiting == 0)
    }

    @Test func undoKeepsAddedAndRemovedCards() throws {
        var learn = try #require(Session(.learn, cards: 4, seed: 1))
        let dealt = learn.stack
        _ = learn.answer(.good)
        _ = learn.answer(.again)
        _ = learn.removeCard(dealt[1])
        _ = learn.addCards(1)

        let undone = [learn.undo(), learn.undo(), learn.undo()]

        #expect(undone == [dealt[1], dealt[0], nil])
        #expect(learn.stack == [dealt[0], dealt[2], dealt[3], 4])
        #expect(learn.answered == 0)
    }

    @Test func acceptsNoMoreCardsThanTheMaximum() throws {
        var learn = try #require(Session(.learn, cards: 9_999, seed: 1))

        let joined = [
            learn.addCards(2), learn.addCards(0), learn.addCards(-1), learn.addCards(.max),
            learn.addCards(1),
            learn.addCards(1),
        ]

        #expect(joined == [false, false, false, false, true, false])
    }

    @Test func acceptsNoMoreEventsThanTheMaximum() throws {
        var race = try #require(Session(.race, cards: 1, seed: 1))
        for _ in 0..<Session.maximumEvents { _ = race.answer(.again) }

        let taken = race.answer(.again)

        #expect(!taken)
        #expect(race.missed == Session.maximumEvents)
        #expect(Session(serialized: race.serialized) == race)
    }
}
