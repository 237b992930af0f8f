import Testing

@testable import Recall

struct RaceTests {
    @Test func returnsMissedCardsToTheBottom() throws {
        var race = try #require(Session(.race, cards: 3, seed: 1))
        let dealt = race.stack

        let taken = [race.answer(.again), race.answer(.good)]

        #expect(taken == [true, true])
        #expect(race.stack == [dealt[2], dealt[0]])
        #expect(race.score == Score(round: 0, total: 4, answered: 2, remembered: 1, missed: 1))
    }

    @Test func endsWhenTheStackIsEmpty() throws {
        var race = try #require(Session(.race, cards: 2, seed: 1, countdown: .standard))
        _ = race.resume(at: 0)
        _ = race.tick(at: 7_000)

        while race.answer(.good) {}

        #expect(race.isOver)
        #expect(race.countdown?.secondsLeft == 93)
        let continues = race.resume(at: 8_000)
        #expect(!continues)
        let hasExpired = race.tick(at: 60_000)
        #expect(!hasExpired)
        #expect(race.countdown?.secondsLeft == 93)
    }

    @Test func acceptsNoAnswerWhenTimeIsUp() throws {
        var race = try #require(
            Session(.race, cards: 2, seed: 1, countdown: Countdown(seconds: 10))
        )
        _ = race.resume(at: 0)
        _ = race.answer(.good)

        let isExpired = race.tick(at: 10_000)
        let over = race

        #expect(isExpired && race.isOver)
        let taken = race.answer(.good)
        let continues = race.resume(at: 11_000)
        #expect(!taken && !continues)
        #expect(race == over)
    }

    @Test func undoGivesNoTimeBack() throws {
        var race = try #require(Session(.race, cards: 3, seed: 1, countdown: .standard))
        let first = race.card(at: 0)
        _ = race.resume(at: 0)
        _ = race.tick(at: 30_000)
        _ = race.answer(.again)
        _ = race.tick(at: 50_000)

        let card = race.undo()

        #expect(card == first)
        #expect(race.score == Score(round: 0, total: 3, answered: 0, remembered: 0, missed: 0))
        #expect(race.countdown?.secondsLeft == 50)
        #expect(race.countdown?.isRunning == true)
    }

    @Test func continuesAfterTheLastAnswerIsUndone() throws {
        var race = try #require(Session(.race, cards: 1, seed: 1, countdown: .standard))
        _ = race.resume(at: 0)
        _ = race.tick(at: 4_000)
        _ = race.answer(.good)

        _ = race.undo()
        let continues = race.resume(at: 90_000)
        _ = race.tick(at: 91_000)

        #expect(continues && !race.isOver)
        #expect(race.countdown?.secondsLeft == 95)
    }

    @Test func remainsExpiredWhenAnAnswerIsUndone() throws {
        var race = try #require(
            Session(.race, cards: 2, seed: 1, countdown: Countdown(seconds: 10))
        )
        _ = race.resume(at: 0)
        _ = race.answer(.again)
        _ = race.tick(at: 20_000)

        _ = race.undo()

        #expect(race.missed == 0)
        #expect(race.isOver)
        #expect(race.countdown?.secondsLeft == 0)
    }

    @Test func startsAgainWithEveryCardAndAllOfItsTime() throws {
        var race = try #require(Session(.race, cards: 5, seed: 1, countdown: .standard))
        let dealt = race.stack
        _ = race.resume(at: 0)
        _ = race.tick(at: 60_000)
        _ = race.answer(.again)
        _ = race.addCards(1)
        _ = race.removeCard(2)

        let isDealt = race.startAgain()

        #expect(isDealt)
        #expect(race.stack.sorted() == [0, 1, 3, 4, 5])
        #expect(race.stack != dealt)
        #expect(race.score == Score(round: 0, total: 5, answered: 0, remembered: 0, missed: 0))
        #expect(race.countdown == .standard)
    }

    @Test func neverExpiresWithoutAClock() throws {
        var race = try #require(Session(.race, cards: 1, seed: 1))

        let runs = race.resume(at: 0)
        let isExpired = race.tick(at: .max)

        #expect(!runs && !isExpired && !race.isOver)
        #expect(race.countdown == nil)
    }

    @Test(arguments: [Mode.browse, .learn, .review, .quiz])
    func isTheOnlyModeWithAClock(mode: Mode) {
        #expect(Session(mode, cards: 1, seed: 1, countdown: .standard) == nil)
    }
}
