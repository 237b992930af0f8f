import Recall
import Testing

@testable import RecallTraining

/// Logs that are short, one-sided or nonsense: always parameters in their ranges, never a crash.
struct LittleDataTests {
    private func log(_ reviews: [(card: Int64, day: Int32, grade: Grade)]) -> ReviewLog {
        var log = ReviewLog()
        for (place, review) in reviews.enumerated() {
            log.append(
                card: review.card,
                moment: Int64(place),
                day: review.day,
                grade: review.grade
            )
        }
        return log
    }

    @Test func nothingMovesNothing() {
        let fit = Training(ReviewLog()).fit()

        #expect(fit.parameters == .default)
        #expect(fit.after.predictions == 0)
        #expect(!fit.isImprovement)
    }

    @Test func sevenOutcomesMoveNothing() {
        let reviews = (0..<7).flatMap { card in
            [(Int64(card), Int32(0), Grade.good), (Int64(card), Int32(3), Grade.again)]
        }

        #expect(Training(log(reviews)).fitted() == .default)
    }

    @Test func fewOutcomesMoveFirstStabilitiesAlone() {
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
    func oneCardForYears(grades: [Grade]) {
        let reviews = (0..<400).map { (Int64(1), Int32($0 * 2), grades[$0 % grades.count]) }

        let fit = Training(log(reviews)).fit()

        #expect(fit.after.logLoss <= fit.before.logLoss)
        #expect(fit.after.predictions == 255)
    }

    @Test func alwaysForgotten() {
        let reviews = (0..<300).flatMap { card in
            (0..<6).map { (Int64(card), Int32($0 * 5), Grade.again) }
        }

        let fit = Training(log(reviews)).fit()

        #expect(fit.after.retention == 0)
        #expect(fit.after.logLoss < fit.before.logLoss / 1.5)
    }

    @Test func everythingOnOneDayForetellsNothing() {
        let reviews = (0..<300).flatMap { card in
            (0..<6).map { _ in (Int64(card), Int32(5), Grade.good) }
        }

        let fit = Training(log(reviews)).fit()

        #expect(fit.parameters == .default)
        #expect(fit.after.predictions == 0)
    }

    @Test func nonsenseComesToParameters() {
        var student = Student(.default, seed: 11)
        for _ in 0..<200 {
            var log = ReviewLog()
            for _ in 0..<(1 + student.below(400)) {
                let days: [Int32] = [0, 1, 2, .max, .min, -1, 100_000]
                log.append(
                    card: [Int64.min, 0, 1, 2, .max][student.below(5)],
                    moment: [Int64.min, 0, 1, .max][student.below(4)] &+ Int64(student.below(9)),
                    day: days[student.below(days.count)] &+ Int32(student.below(3)),
                    grade: Grade.allCases[student.below(4)]
                )
            }

            let fit = Training(log).fit()

            #expect(fit.after.logLoss.isFinite && fit.after.rmseBins.isFinite)
            #expect(fit.after.logLoss <= fit.before.logLoss)
            _ = MemoryModel(fit.parameters).memories(of: log.histories())
        }
    }
}
