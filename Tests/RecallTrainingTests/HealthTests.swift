import Recall
import RecallTraining
import Testing

struct HealthTests {
    @Test func recognisesReviewsThatFollowAForgettingCurve() throws {
        var learner = SimulatedLearner(.simulated, seed: 21)
        let health = try #require(Health(learner.log(cards: 1500)))

        #expect(health.isGood)
        #expect(health.evaluation.predictions > 1000)
    }

    @Test func recognisesAnswersUnrelatedToThePast() throws {
        var learner = SimulatedLearner(.simulated, seed: 22)
        var log = ReviewLog()
        // For a month everything is remembered, then nothing, and so on.
        for day in 0..<200 {
            for card in 0..<40 where (day + card) % 7 == 0 {
                let isGood = day / 33 % 2 == 0
                log.append(
                    card: Int64(card),
                    moment: Int64(day * 100 + learner.below(100)),
                    day: Int32(day),
                    grade: isGood ? .easy : .again
                )
            }
        }

        #expect(try #require(Health(log)).isGood == false)
    }

    @Test func givesNoResultForAShortLog() {
        var learner = SimulatedLearner(.simulated, seed: 23)

        #expect(Health(learner.log(cards: 5)) == nil)
    }
}
