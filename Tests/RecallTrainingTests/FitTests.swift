import Recall
import Synchronization
import Testing
import Threads

@testable import RecallTraining

struct FitTests {
    @Test func reachesTheLossOfTheLearnersOwnParameters() {
        var student = Student(.ofStudent, seed: 1)
        let training = Training(student.log(cards: 4000))

        let fit = training.fit()

        let own = training.evaluation(of: .ofStudent)
        #expect(fit.after.logLoss < own.logLoss + 0.0003)
        #expect(fit.after.logLoss < fit.before.logLoss - 0.004)
        #expect(fit.after.rmseBins < fit.before.rmseBins)
        #expect(fit.isImprovement)
    }

    @Test func foretellsWhatItHasNotSeen() {
        var student = Student(.ofStudent, seed: 2)
        let parameters = Training(student.log(cards: 4000)).fitted()

        let unseen = Training(student.log(cards: 4000))

        let own = unseen.evaluation(of: .ofStudent).logLoss
        #expect(unseen.evaluation(of: parameters).logLoss < own + 0.0005)
    }

    @Test func keepsParametersThatAreBetter() {
        var student = Student(.ofStudent, seed: 3)
        let training = Training(student.log(cards: 60))
        let best = Training(student.log(cards: 4000)).fitted()
        let fitted = training.fitted()
        let better = [best, .ofStudent, fitted].min {
            training.evaluation(of: $0).logLoss < training.evaluation(of: $1).logLoss
        }

        let fit = training.fit(from: better ?? .default)

        #expect(fit.parameters == better)
        #expect(fit.after == fit.before)
        #expect(!fit.isImprovement)
    }

    @Test func isTheSameOnAnyNumberOfCores() {
        var student = Student(.ofStudent, seed: 4)
        let log = student.log(cards: 1500)

        let fits = [1, 2, 3, 7].map { size in
            let loop = ParallelFor(size: size)
            return Training(log, on: Cores { loop.run($0, $1) }).fit()
        }

        #expect(fits.allSatisfy { $0.parameters == fits[0].parameters })
        #expect(fits.allSatisfy { $0.after == fits[0].after })
    }

    @Test func doesNotDependOnTheOrderOfRows() {
        var student = Student(.ofStudent, seed: 5)
        let log = student.log(cards: 300)
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

        // Cards are numbered anew, so their sums round otherwise, but only that.
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

    /// The cost of a fit is its walks, each of which reads the log once: a large log takes no more of them.
    @Test func walksThroughTheWholeOfALargeLogAFewTimesOnly() {
        var student = Student(.ofStudent, seed: 6)
        let histories = TrainingSet(student.log(cards: 12_000))
        let walks = Mutex(0)

        let counting = Cores { count, body in
            walks.withLock { $0 += count }
            Cores.one.run(count, body)
        }
        _ = Fitting(histories: histories, cores: counting).parameters()

        #expect(histories.shares == 64)
        #expect(Double(walks.withLock { $0 }) / 64 < 4)
    }

    @Test func needsFourBytesAReviewAndLittlePadding() {
        var student = Student(.ofStudent, seed: 7)
        let log = student.log(cards: 4000)
        let histories = TrainingSet(log)

        #expect(MemoryLayout<PackedReview>.size == 4)
        #expect(histories.packedCount < log.count * 11 / 10)
    }
}
