import Recall
import Testing

struct StudySimulationTests {
    private func simulation(
        _ habits: StudyHabits = StudyHabits(),
        cards: [StudySimulation.Card] = [],
        unseen: Int = 2_000,
        scale: Double = 1
    ) -> StudySimulation {
        StudySimulation(
            model: MemoryModel(),
            habits: habits,
            cards: cards,
            unseen: unseen,
            scale: scale
        )
    }

    @Test func aHigherTargetCostsMoreAndRemembersMore() {
        let outcomes = [0.7, 0.8, 0.9, 0.95, 0.98].map { simulation().outcome(at: $0, days: 365) }

        for (low, high) in zip(outcomes, outcomes.dropFirst()) {
            #expect(low.reviews < high.reviews)
            #expect(low.seconds < high.seconds)
            #expect(low.remembered < high.remembered)
        }
    }

    @Test func newCardsComeAsTheLimitAllows() {
        var habits = StudyHabits(secondsToReview: 0, secondsToRelearn: 0, newPerDay: 7)
        #expect(simulation(habits).outcome(at: 0.9, days: 10).seconds == 70 * habits.secondsToLearn)

        habits.newPerDay = 0
        #expect(simulation(habits).outcome(at: 0.9, days: 10) == StudySimulation.Outcome())
        habits.newPerDay = 7
        let few = simulation(habits, unseen: 30).outcome(at: 0.9, days: 10)
        #expect(few.seconds == 30 * habits.secondsToLearn)
    }

    @Test func reviewsBeyondTheLimitWaitForTheNextDay() {
        let habits = StudyHabits(newPerDay: 0, reviewsPerDay: 10)
        let card = StudySimulation.Card(
            memory: Memory(stability: 10_000, difficulty: 5),
            daysSinceReview: 100,
            due: -3
        )
        let cards = [StudySimulation.Card](repeating: card, count: 25)

        #expect(simulation(habits, cards: cards).outcome(at: 0.9, days: 1).reviews == 10)
        #expect(simulation(habits, cards: cards).outcome(at: 0.9, days: 2).reviews == 20)
        #expect(simulation(habits, cards: cards).outcome(at: 0.9, days: 30).reviews == 25)
    }

    @Test func withoutReviewsItForgetsAsTheModelSays() {
        let memory = Memory(stability: 30, difficulty: 5)
        let card = StudySimulation.Card(memory: memory, daysSinceReview: 5, due: 100)
        let habits = StudyHabits(newPerDay: 0)
        let outcome = simulation(habits, cards: [card]).outcome(at: 0.9, days: 20)

        #expect(outcome.reviews == 0)
        #expect(outcome.remembered == MemoryModel().retrievability(of: memory, after: 25))
    }

    /// A sample stands for all cards, with the same costs but for chance.
    @Test func aSampleStandsForAll() {
        let cards = (0..<4_000).map { number in
            StudySimulation.Card(
                memory: Memory(stability: Double(1 + number % 40), difficulty: 5),
                daysSinceReview: 1,
                due: number % 30
            )
        }
        let habits = StudyHabits(reviewsPerDay: 5_000)
        let all = simulation(habits, cards: cards).outcome(at: 0.9, days: 100)
        let some = cards.indices.filter { $0.isMultiple(of: 4) }.map { cards[$0] }
        let sample = simulation(habits, cards: some, scale: 4).outcome(at: 0.9, days: 100)

        #expect(abs(sample.reviews / all.reviews - 1) < 0.05)
        #expect(abs(sample.seconds / all.seconds - 1) < 0.05)
        #expect(abs(sample.remembered / all.remembered - 1) < 0.05)
    }
}
