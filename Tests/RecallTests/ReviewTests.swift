import Testing

@testable import Recall

struct ReviewTests {
    @Test func returnsACardWhenItsStepIsOver() throws {
        var review = try #require(Session(.review, cards: 4, seed: 1))
        _ = review.answer(.again, returningAt: 60_000)
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

    @Test func returnsCardsInTheOrderInWhichTheyAreDue() throws {
        var review = try #require(Session(.review, cards: 6, seed: 1))
        for moment in [300, 100, 200] as [Int64] { _ = review.answer(.again, returningAt: moment) }

        _ = review.tick(at: 150)
        #expect(review.stack == [3, 1, 4, 5])
        _ = review.tick(at: 300)
        #expect(review.stack == [3, 1, 2, 0, 4, 5])

        _ = review.answer(.good)
        _ = review.answer(.again, returningAt: 400)
        _ = review.tick(at: 400)
        #expect(review.stack == [2, 0, 1, 4, 5])
    }

    @Test func isNotOverWhileACardWaits() throws {
        var review = try #require(Session(.review, cards: 1, seed: 1))
        _ = review.answer(.again, returningAt: 60_000)

        #expect(review.stack == [])
        #expect(!review.isOver)
        // Early, because the learner asked for it.
        _ = review.tick(at: try #require(review.nextReturn))
        #expect(review.stack == [0])

        _ = review.answer(.good)
        #expect(review.isOver)
    }

    @Test func progressGrowsWithEveryAnswerAlthoughCardsReturn() throws {
        var review = try #require(Session(.review, cards: 3, seed: 1))
        var progress: [Double] = []
        var now: Int64 = 0

        for grade in [Grade.again, .again, .again, .good, .again, .good, .good] {
            _ = review.answer(grade, returningAt: grade == .again ? now + 1 : nil)
            progress.append(Double(review.answered) / Double(review.total))
            now += 1
            _ = review.tick(at: now)
        }

        #expect(zip(progress, progress.dropFirst()).allSatisfy { $0 < $1 })
        #expect(progress.last == 1)
        #expect(review.isOver)
    }

    @Test func undoesAnAnswerAndTheReturnsSince() throws {
        var review = try #require(Session(.review, cards: 3, seed: 1))
        _ = review.answer(.again, returningAt: 10)
        let before = review
        _ = review.answer(.hard, returningAt: 20)
        _ = review.tick(at: 15)

        let card = review.undo()

        #expect(card == 1)
        #expect(review == before)
        _ = review.tick(at: 15)
        #expect(review.stack == [1, 0, 2])
    }

    @Test func acceptsACardThatIsAtAStepAlready() throws {
        var review = try #require(Session(.review, cards: 2, seed: 1))
        _ = review.answer(.good)
        let isAdded = review.addCard(waitingUntil: 50)

        #expect(isAdded && review.stack == [1] && review.waiting == 1)
        #expect(review.total == 3)
        #expect(Session(serialized: review.serialized) == review)
        // Undo keeps the card, because it was added from outside the session.
        _ = review.undo()
        _ = review.tick(at: 50)
        #expect(review.stack == [0, 2, 1])
    }

    @Test func hasNeitherRoundsNorASecondDeal() throws {
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

        let taken = session.answer(.again, returningAt: 10)

        #expect(!taken)
        #expect(session == before)
    }

    // MARK: - Introductions

    @Test func asksAnIntroducedCardAfterThreeOthers() throws {
        var review = try #require(Session(.review, cards: 6, seed: 1))

        let isIntroduced = review.introduce()
        #expect(isIntroduced && review.wasIntroduced(0) && !review.wasIntroduced(1))
        #expect(review.stack == [1, 2, 3, 0, 4, 5])
        #expect((review.answered, review.total) == (0, 6))
        for _ in 1...3 { _ = review.introduce() }
        #expect(review.stack == [0, 1, 2, 3, 4, 5])

        let isIntroducedAgain = review.introduce()
        #expect(!isIntroducedAgain)
    }

    @Test func asksTheLastCardsAtOnceAfterTheirIntroduction() throws {
        var review = try #require(Session(.review, cards: 2, seed: 1))

        _ = review.introduce()
        #expect(review.stack == [1, 0])
        _ = review.introduce()
        #expect(review.stack == [0, 1])
        _ = review.answer(.good)
        _ = review.answer(.good)
        #expect(review.isOver)
    }

    @Test func undoKeepsIntroductions() throws {
        var review = try #require(Session(.review, cards: 6, seed: 1))
        _ = review.answer(.good)
        _ = review.introduce()
        #expect(review.stack == [2, 3, 4, 1, 5])

        #expect(review.undo() == 0)

        #expect(review.stack == [0, 1, 2, 3, 4, 5])
        #expect(review.wasIntroduced(1))
    }

    @Test(arguments: [Mode.browse, .learn, .race, .quiz])
    func otherModesIntroduceNothing(mode: Mode) throws {
        var session = try #require(Session(mode, cards: 3, seed: 1))
        let isIntroduced = session.introduce()
        #expect(!isIntroduced)
    }

    @Test func restoresIntroductions() throws {
        var review = try #require(Session(.review, cards: 6, seed: 1))
        _ = review.introduce()

        #expect(Session(serialized: review.serialized) == review)
    }
}
