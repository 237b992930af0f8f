import Recall
import Testing

@testable import RecallTraining

/// Short, one-sided and nonsensical logs always give parameters within their ranges, and never a crash.
struct ShortLogTests {
    private func log(_ reviews: [(card: Int64, day: Int32, grade: Grade)]) -> ReviewLog {
        var log = ReviewLog()
        for (index, review) in reviews.enumerated() {
            log.append(
                card: review.card,
                moment: Int64(index),
                day: review.day,
                grade: review.grade
            )
        }
        return log
    }

    @Test func anEmptyLogChangesNothing() {
        let fit = Training(ReviewLog()).fit()

        #expect(fit.parameters == .default)
        #expect(fit.after.predictions == 0)
        #expect(!fit.isImprovement)
    }

    @Test func sevenPredictionsChangeNothing() {
        let reviews = (0..<7).flatMap { card in
            [(Int64(card), Int32(0), Grade.good), (Int64(card), Int32(3), Grade.again)]
        }

        #expect(Training(log(reviews)).fitted() == .default)
    }

    @Test func fewPredictionsChangeOnlyFirstStabilities() {
        let reviews = (0..<40).flatMap { card in
            [(Int64(card), Int32(0), Grade.good), (Int64(card), Int32(3), Grade.again)]
        }

        let fitted = Training(log(reviews)).fitted()

        #expect(fitted.stabilityAfterGood < Parameters.default.stabilityAfterGood / 2)
        #expect(fitted.values[4...] == Parameters.default.values[4...])
    }

    @Test(arguments: [
        [Grade.again], [.hard], [.good], [.easy], [.good, .again], Grade.allCases,
    ])
    func fitsOneCardReviewedForYears(grades: [Grade]) {
        let reviews = (0..<400).map { (Int64(1), Int32($0 * 2), grades[$0 % grades.count]) }

        let fit = Training(log(reviews)).fit()

        #expect(fit.after.logLoss <= fit.before.logLoss)
        #expect(fit.after.predictions == 255)
    }

    @Test func fitsCardsThatAreAlwaysForgotten() {
        let reviews = (0..<300).flatMap { card in
            (0..<6).map { (Int64(card), Int32($0 * 5), Grade.again) }
        }

        let fit = Training(log(reviews)).fit()

        #expect(fit.after.retention == 0)
        #expect(fit.after.logLoss < fit.before.logLoss / 1.5)
    }

    @Test func reviewsOnOneDayPredictNothing() {
        let reviews = (0..<300).flatMap { card in
            (0..<6).map { _ in (Int64(card), Int32(5), Grade.good) }
        }

        let fit = Training(log(reviews)).fit()

        #expect(fit.parameters == .default)
        #expect(fit.after.predictions == 0)
    }

    @Test func fitsNonsense() {
        var learner = SimulatedLearner(.default, seed: 11)
        for _ in 0..<200 {
            var log = ReviewLog()
            for _ in 0..<(1 + learner.below(400)) {
                let days: [Int32] = [0, 1, 2, .max, .min, -1, 100_000]
                log.append(
                    card: [Int64.min, 0, 1, 2, .max][learner.below(5)],
                    moment: [Int64.min, 0, 1, .max][learner.below(4)] &+ Int64(learner.below(9)),
                    day: days[learner.below(days.count)] &+ Int32(learner.below(3)),
                    grade: Grade.allCases[learner.below(4)]
                )
            }

            let fit = Training(log).fit()

            #expect(fit.after.logLoss.isFinite && fit.after.rmseBins.isFinite)
            #expect(fit.after.logLoss <= fit.before.logLoss)
            _ = MemoryModel(fit.parameters).memories(of: log.histories())
        }
    }
}
