internal import Recall

/// Whether a learner's reviews can be predicted at all: parameters are fitted to the past, five times, and evaluated on the
/// reviews that follow.
///
/// Reviews that follow no forgetting curve (buttons pressed at random, cards that are not memorised) are recognised by how
/// much worse the predictions are than is typical for the retention.
package struct Health: Hashable, Sendable {
    /// The evaluation on the five test sets together.
    package let evaluation: Evaluation
    package let typicalLogLoss: Double
    /// The RMSE (bins) that is typical for the retention and the number of predictions.
    package let typicalRMSE: Double

    /// Whether either value is close to the typical one.
    package var isGood: Bool {
        evaluation.logLoss <= 1.11 * typicalLogLoss || evaluation.rmseBins <= 1.53 * typicalRMSE
    }

    /// The minimum number of predictions for a meaningful result.
    package static let minimumPredictions = 300

    private static let parts = 6

    /// Nil if the log is too short.
    package init?(_ log: ReviewLog, on runner: ParallelRunner = .serial) {
        let whole = Training(log, on: runner)
        guard whole.predictions > Self.minimumPredictions else { return nil }
        var sum = EvaluationSums()
        for part in 1..<Self.parts {
            let past = log.prefix(predictions: whole.predictions * part / Self.parts)
            let parameters = Training(past, on: runner).fitted()
            let start = (Float(part) / Float(Self.parts)).nextUp
            let end = Float(part + 1) / Float(Self.parts)
            sum += whole.evaluationSums(of: parameters, ages: start...end)
        }
        evaluation = sum.evaluation
        // Fitted over many collections by the developers of Anki.
        let retention = evaluation.retention
        let spread = max(4 * retention * (1 - retention), 1e-9)
        typicalLogLoss = 0.623 * .pow(spread, 0.738)
        let thousands = Double(evaluation.predictions) / 1000
        typicalRMSE =
            0.0135 / (.pow(max(retention, 1e-9), 0.504) - 1.14)
            + 0.176 / (.pow(thousands, 0.825) + 2.22) + 0.101
    }
}

extension ReviewLog {
    /// The reviews, in chronological order, up to a number of predictions.
    func prefix(predictions: Int) -> ReviewLog {
        var part = ReviewLog()
        var summaries = [CardSummary](repeating: CardSummary(), count: cards.count)
        var (seen, moment) = (0, Int64(0))
        forEachRow(in: order()) { card, day, grade in
            guard seen < predictions, let known = Grade(rawValue: grade) else { return }
            seen += Int(summaries[card].add(day: day, grade: grade))
            part.append(card: cards[card], moment: moment, day: day, grade: known)
            moment += 1
        }
        return part
    }
}
