import Testing

@testable import Recall

struct ReviewTests {
    @Test func bringsACardBackWhenItsStepIsOver() throws {
        var review = try #require(Session(.review, cards: 4, seed: 1))
        _ = review.answer(.again, back: 60_000)
        _ = review.answer(.good)

        let isEarly = review.tick(at: 59_999)
        #expect(!isEarly)
        #expect(review.stack == [2, 3])
        #expect(review.nextReturn == 60_000)

        let isBack = review.tick(at: 60_000)
        #expect(isBack)
        #expect(review.stack == [2, 0, 3])
        #expect(review.waiting == 0)
        #expect(review.nextReturn == nil)
    }

    @Test func queuesUpCardsThatComeBackInTheOrderInWhichTheyAreDue() throws {
        var review = try #require(Session(.review, cards: 6, seed: 1))
        for back in [300, 100, 200] as [Int64] { _ = review.answer(.again, back: back) }

        _ = review.tick(at: 150)
        #expect(review.stack == [3, 1, 4, 5])
        _ = review.tick(at: 300)
        #expect(review.stack == [3, 1, 2, 0, 4, 5])

        _ = review.answer(.good)
        _ = review.answer(.again, back: 400)
        _ = review.tick(at: 400)
        #expect(review.stack == [2, 0, 1, 4, 5])
    }

    @Test func isNotOverWhileACardWaits() throws {
        var review = try #require(Session(.review, cards: 1, seed: 1))
        _ = review.answer(.again, back: 60_000)

        #expect(review.stack == [])
        #expect(!review.isOver)
        // Ahead of its time, because the learner asks for it.
        _ = review.tick(at: try #require(review.nextReturn))
        #expect(review.stack == [0])

        _ = review.answer(.good)
        #expect(review.isOver)
    }

    @Test func movesOnWithEveryAnswerThoughCardsComeBack() throws {
        var review = try #require(Session(.review, cards: 3, seed: 1))
        var progress: [Double] = []
        var now: Int64 = 0

        for grade in [Grade.again, .again, .again, .good, .again, .good, .good] {
            _ = review.answer(grade, back: grade == .again ? now + 1 : nil)
            progress.append(Double(review.answered) / Double(review.total))
            now += 1
            _ = review.tick(at: now)
        }

        #expect(zip(progress, progress.dropFirst()).allSatisfy { $0 < $1 })
        #expect(progress.last == 1)
        #expect(review.isOver)
    }

    @Test func undoesAnAnswerAndWhatCameBackSince() throws {
        var review = try #require(Session(.review, cards: 3, seed: 1))
        _ = review.answer(.again, back: 10)
        let before = review
        _ = review.answer(.hard, back: 20)
        _ = review.tick(at: 15)

        let card = review.undo()

        #expect(card == 1)
        #expect(review == before)
        _ = review.tick(at: 15)
        #expect(review.stack == [1, 0, 2])
    }

    @Test func takesInACardThatIsAtAStepAlready() throws {
        var review = try #require(Session(.review, cards: 2, seed: 1))
        _ = review.answer(.good)
        let hasJoined = review.join(waitingUntil: 50)

        #expect(hasJoined && review.stack == [1] && review.waiting == 1)
        #expect(review.total == 3)
        #expect(Session(words: review.words) == review)
        // It joined from outside the game, so that taking the answer back does not send it away.
        _ = review.undo()
        _ = review.tick(at: 50)
        #expect(review.stack == [0, 2, 1])
    }

    @Test func knowsNeitherRoundsNorASecondDeal() throws {
        var review = try #require(Session(.review, cards: 1, seed: 1))
        _ = review.answer(.again)
        let over = review

        let dealt = review.retry()
        let isDealt = review.startAgain()

        #expect(dealt == 0 && !isDealt)
        #expect(review == over)
    }

    @Test(arguments: [Mode.browse, .learn, .race, .quiz])
    func isTheOnlyModeInWhichCardsWait(mode: Mode) throws {
        var session = try #require(Session(mode, cards: 2, seed: 1))
        let before = session

        let taken = session.answer(.again, back: 10)

        #expect(!taken)
        #expect(session == before)
    }
}
