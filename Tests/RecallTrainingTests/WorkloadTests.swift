import Recall
import RecallTraining
import Testing

struct WorkloadTests {
    @Test func moreRetentionCostsMoreAndRemembersMore() {
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

        #expect(MemoryModel.retentionRange.contains(best))
        let cost = model.workload(at: best).cost
        #expect(cost <= model.workload(at: 0.7).cost * 1.02)
        #expect(cost < model.workload(at: 0.97).cost)
    }

    @Test func costlierForgettingRequiresMoreRetention() {
        let model = MemoryModel()
        let expensive = Habits(secondsToRelearn: 300)

        #expect(model.cheapestRetention(habits: expensive) > model.cheapestRetention())
    }

    @Test func readsHabitsFromALog() {
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
