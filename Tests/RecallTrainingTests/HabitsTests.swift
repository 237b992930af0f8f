import Recall
import RecallTraining
import Testing

struct HabitsTests {
    @Test func readsHabitsFromALog() {
        var log = ReviewLog()
        for card in 0..<1000 {
            log.append(card: Int64(card), moment: 0, day: 0, grade: .easy)
            log.append(card: Int64(card), moment: 1, day: 5, grade: card % 2 == 0 ? .hard : .again)
        }

        let habits = log.habits()

        #expect(habits.firstGrades[3] > 0.98)
        #expect(habits.passingGrades[1] > 0.97)
        #expect(abs(habits.passingGrades.sum() - 1) < 1e-12)
    }
}
