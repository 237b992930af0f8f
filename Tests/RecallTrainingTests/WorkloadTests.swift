import Recall
import RecallTraining
import Testing

struct WorkloadTests {
    @Test func moreRetentionIsMoreWorkAndMoreKnowledge() {
        let model = MemoryModel()

        let workloads = [0.7, 0.8, 0.9, 0.95].map { model.workload(at: $0) }

        for (less, more) in zip(workloads, workloads.dropFirst()) {
            #expect(less.remembered < more.remembered)
            #expect(workloads[2].seconds < more.seconds || less.seconds <= more.seconds * 1.2)
        }
        #expect(workloads[2].seconds < workloads[3].seconds)
    }

    @Test func theCheapestRetentionIsCheaperThanItsNeighbours() {
        let model = MemoryModel()

        let best = model.cheapestRetention()

        #expect(MemoryModel.retentions.contains(best))
        let price = model.workload(at: best).price
        #expect(price <= model.workload(at: 0.7).price * 1.02)
        #expect(price < model.workload(at: 0.97).price)
    }

    @Test func forgettingThatCostsMoreWantsMoreRetention() {
        let model = MemoryModel()
        let costly = Habits(secondsToRelearn: 300)

        #expect(model.cheapestRetention(habits: costly) > model.cheapestRetention())
    }

    @Test func readsHabitsOffALog() {
        var log = ReviewLog()
        for card in 0..<1000 {
            log.append(card: Int64(card), moment: 0, day: 0, grade: .easy)
            log.append(card: Int64(card), moment: 1, day: 5, grade: card % 2 == 0 ? .hard : .again)
        }

        let habits = log.habits()

        #expect(habits.firstGrades[3] > 0.98)
        #expect(habits.rememberedGrades[0] > 0.97)
        #expect(abs(habits.rememberedGrades.reduce(0, +) - 1) < 1e-12)
    }
}
