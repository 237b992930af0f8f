import Testing

@testable import Recall

struct RaceTests {
    @Test func putsMissedCardsToTheBottomAsFreshOnes() throws {
        var race = try #require(Session(.race, cards: 3, seed: 1))
        let dealt = race.stack

        let taken = [race.answer(.again), race.answer(.good)]

        #expect(taken == [true, true])
        #expect(race.stack == [dealt[2], dealt[0]])
        #expect(race.score == Score(round: 0, total: 4, answered: 2, remembered: 1, missed: 1))
    }

    @Test func endsWhenTheStackIsEmpty() throws {
        var race = try #require(Session(.race, cards: 2, seed: 1, countdown: .usual))
        _ = race.resume(at: 0)
        _ = race.tick(at: 7_000)

        while race.answer(.good) {}

        #expect(race.isOver)
        #expect(race.countdown?.secondsLeft == 93)
        let goesOn = race.resume(at: 8_000)
        #expect(!goesOn)
        let isNew = race.tick(at: 60_000)
        #expect(!isNew)
        #expect(race.countdown?.secondsLeft == 93)
    }

    @Test func takesNoAnswerWhenTimeIsOut() throws {
        var race = try #require(
            Session(.race, cards: 2, seed: 1, countdown: Countdown(seconds: 10))
        )
        _ = race.resume(at: 0)
        _ = race.answer(.good)

        let isOut = race.tick(at: 10_000)
        let over = race

        #expect(isOut && race.isOver)
        let taken = race.answer(.good)
        let goesOn = race.resume(at: 11_000)
        #expect(!taken && !goesOn)
        #expect(race == over)
    }

    @Test func givesNoTimeBackWithAnAnswer() throws {
        var race = try #require(Session(.race, cards: 3, seed: 1, countdown: .usual))
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

    @Test func goesOnAfterTheLastAnswerIsTakenBack() throws {
        var race = try #require(Session(.race, cards: 1, seed: 1, countdown: .usual))
        _ = race.resume(at: 0)
        _ = race.tick(at: 4_000)
        _ = race.answer(.good)

        _ = race.undo()
        let goesOn = race.resume(at: 90_000)
        _ = race.tick(at: 91_000)

        #expect(goesOn && !race.isOver)
        #expect(race.countdown?.secondsLeft == 95)
    }

    @Test func staysOutOfTimeWhenAnAnswerIsTakenBack() throws {
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

    @Test func startsAgainWithEveryCardAndAllItsTime() throws {
        var race = try #require(Session(.race, cards: 5, seed: 1, countdown: .usual))
        let dealt = race.stack
        _ = race.resume(at: 0)
        _ = race.tick(at: 60_000)
        _ = race.answer(.again)
        _ = race.join(1)
        _ = race.leave(2)

        let isDealt = race.startAgain()

        #expect(isDealt)
        #expect(race.stack.sorted() == [0, 1, 3, 4, 5])
        #expect(race.stack != dealt)
        #expect(race.score == Score(round: 0, total: 5, answered: 0, remembered: 0, missed: 0))
        #expect(race.countdown == .usual)
    }

    @Test func runsWithoutAClockForEver() throws {
        var race = try #require(Session(.race, cards: 1, seed: 1))

        let runs = race.resume(at: 0)
        let isOut = race.tick(at: .max)

        #expect(!runs && !isOut && !race.isOver)
        #expect(race.countdown == nil)
    }

    @Test(arguments: [Mode.browse, .learn, .review, .quiz])
    func isTheOnlyModeWithAClock(mode: Mode) {
        #expect(Session(mode, cards: 1, seed: 1, countdown: .usual) == nil)
    }
}
