import Recall
import RecallTraining
import Testing

struct HealthTests {
    @Test func reviewsThatFollowACurveAreHealthy() throws {
        var student = Student(.ofStudent, seed: 21)
        let health = try #require(Health(student.log(cards: 1500)))

        #expect(health.isGood)
        #expect(health.forecast.predictions > 1000)
    }

    @Test func answersThatFollowNothingOfThePastAreNot() throws {
        var student = Student(.ofStudent, seed: 22)
        var log = ReviewLog()
        // Everything is remembered for a month, then nothing, and so on.
        for day in 0..<200 {
            for card in 0..<40 where (day + card) % 7 == 0 {
                let isGood = day / 33 % 2 == 0
                log.append(
                    card: Int64(card),
                    moment: Int64(day * 100 + student.below(100)),
                    day: Int32(day),
                    grade: isGood ? .easy : .again
                )
            }
        }

        #expect(try #require(Health(log)).isGood == false)
    }

    @Test func saysNothingOfAShortLog() {
        var student = Student(.ofStudent, seed: 23)

        #expect(Health(student.log(cards: 5)) == nil)
    }
}
