import Recall
import Synchronization
import Testing
import Threads

@testable import RecallTraining

struct FitTests {
    @Test func reachesTheLossOfTheLearnersParameters() {
        var learner = SimulatedLearner(.simulated, seed: 1)
        let training = Training(learner.log(cards: 4000))

        let fit = training.fit()

        let own = training.evaluation(of: .simulated)
        #expect(fit.after.logLoss < own.logLoss + 0.0003)
        #expect(fit.after.logLoss < fit.before.logLoss - 0.004)
        #expect(fit.after.rmseBins < fit.before.rmseBins)
        #expect(fit.isImprovement)
    }

    @Test func predictsUnseenReviews() {
        var learner = SimulatedLearner(.simulated, seed: 2)
        let parameters = Training(learner.log(cards: 4000)).fitted()

        let unseen = Training(learner.log(cards: 4000))

        let own = unseen.evaluation(of: .simulated).logLoss
        #expect(unseen.evaluation(of: parameters).logLoss < own + 0.0005)
    }

    @Test func keepsBetterParameters() {
        var learner = SimulatedLearner(.simulated, seed: 3)
        let training = Training(learner.log(cards: 60))
        let best = Training(learner.log(cards: 4000)).fitted()
        let fitted = training.fitted()
        let better = [best, .simulated, fitted].min {
            training.evaluation(of: $0).logLoss < training.evaluation(of: $1).logLoss
        }

        let fit = training.fit(from: better ?? .default)

        #expect(fit.parameters == better)
        #expect(fit.after == fit.before)
        #expect(!fit.isImprovement)
    }

    @Test func givesTheSameFitOnAnyNumberOfCores() {
        var learner = SimulatedLearner(.simulated, seed: 4)
        let log = learner.log(cards: 1500)

        let fits = [1, 2, 3, 7].map { size in
            let loop = ParallelFor(size: size)
            return Training(log, on: ParallelRunner { loop.run($0, $1) }).fit()
        }

        #expect(fits.allSatisfy { $0.parameters == fits[0].parameters })
        #expect(fits.allSatisfy { $0.after == fits[0].after })
    }

    @Test func doesNotDependOnTheOrderOfRows() {
        var learner = SimulatedLearner(.simulated, seed: 5)
        let log = learner.log(cards: 300)
        var rows: [(card: Int64, moment: Int64, day: Int32, grade: Grade)] = []
        var moment: Int64 = 0
        log.forEachRow(in: nil) { card, day, grade in
            rows.append((log.cards[card], moment, day, Grade(rawValue: grade) ?? .again))
            moment += 1
        }

        var byCard = ReviewLog()
        for row in rows.sorted(by: { ($0.card, $0.moment) < ($1.card, $1.moment) }) {
            byCard.append(card: row.card, moment: row.moment, day: row.day, grade: row.grade)
        }

        // Cards get other numbers, so that sums are rounded differently.
        let (first, second) = (Training(log), Training(byCard))
        #expect(first.predictions == second.predictions)
        let difference =
            first.evaluation(of: .default).recentLogLoss
            - second.evaluation(of: .default).recentLogLoss
        #expect(abs(difference) < 1e-12)
        for (a, b) in zip(first.fitted().values, second.fitted().values) {
            #expect(abs(a - b) < 0.01 * max(a, 0.1))
        }
    }

    /// The cost of a fit is that of its passes, each of which reads the log once; a large log needs no more of them.
    @Test func needsFewPassesOverALargeLog() {
        var learner = SimulatedLearner(.simulated, seed: 6)
        let histories = TrainingSet(learner.log(cards: 12_000))
        let batches = Mutex(0)

        let counting = ParallelRunner { count, body in
            batches.withLock { $0 += count }
            ParallelRunner.serial.run(count, body)
        }
        _ = ParameterFitting(histories: histories, runner: counting).parameters { _ in }

        #expect(histories.batches == 64)
        #expect(Double(batches.withLock { $0 }) / 64 < 4)
    }

    @Test func needsFourBytesPerReviewAndLittlePadding() {
        var learner = SimulatedLearner(.simulated, seed: 7)
        let log = learner.log(cards: 4000)
        let histories = TrainingSet(log)

        #expect(MemoryLayout<PackedReview>.size == 4)
        #expect(histories.packedCount < log.count * 11 / 10)
    }
}
