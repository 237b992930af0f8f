import Testing

@testable import Recall

struct SessionChangeTests {
    @Test func laysCardsThatJoinAtTheBottom() throws {
        var learn = try #require(Session(.learn, cards: 3, seed: 1))
        let dealt = learn.stack
        while learn.answer(.good) {}

        let hasJoined = learn.join(2)

        #expect(hasJoined && !learn.isOver)
        #expect(learn.stack == [dealt.count, dealt.count + 1])
        #expect(learn.score == Score(round: 0, total: 5, answered: 3, remembered: 3, missed: 0))
    }

    @Test func takesCardsAwayWhereverTheyLie() throws {
        var learn = try #require(Session(.learn, cards: 4, seed: 1))
        let dealt = learn.stack
        _ = learn.answer(.again)

        let left = [
            learn.leave(dealt[0]), learn.leave(dealt[2]), learn.leave(dealt[2]), learn.leave(9),
        ]

        #expect(left == [true, true, false, false])
        #expect(learn.stack == [dealt[1], dealt[3]])
        #expect(learn.score == Score(round: 0, total: 3, answered: 1, remembered: 0, missed: 1))
        while learn.answer(.good) {}
        let missed = learn.retry()
        #expect(missed == 0)
    }

    @Test func takesACardAwayThatWaits() throws {
        var review = try #require(Session(.review, cards: 1, seed: 1))
        _ = review.answer(.again, back: 10)

        _ = review.leave(0)

        #expect(review.isOver && review.waiting == 0)
    }

    @Test func undoesAnAnswerAndKeepsTheCardsAsTheyAre() throws {
        var learn = try #require(Session(.learn, cards: 4, seed: 1))
        let dealt = learn.stack
        _ = learn.answer(.good)
        _ = learn.answer(.again)
        _ = learn.leave(dealt[1])
        _ = learn.join(1)

        let undone = [learn.undo(), learn.undo(), learn.undo()]

        #expect(undone == [dealt[1], dealt[0], nil])
        #expect(learn.stack == [dealt[0], dealt[2], dealt[3], 4])
        #expect(learn.answered == 0)
    }

    @Test func takesNoMoreCardsThanASessionHolds() throws {
        var learn = try #require(Session(.learn, cards: 9_999, seed: 1))

        let joined = [
            learn.join(2), learn.join(0), learn.join(-1), learn.join(.max), learn.join(1),
            learn.join(1),
        ]

        #expect(joined == [false, false, false, false, true, false])
    }

    @Test func takesNoMoreStepsThanItCanKeep() throws {
        var race = try #require(Session(.race, cards: 1, seed: 1))
        for _ in 0..<Session.mostSteps { _ = race.answer(.again) }

        let taken = race.answer(.again)

        #expect(!taken)
        #expect(race.missed == Session.mostSteps)
        #expect(Session(words: race.words) == race)
    }
}
