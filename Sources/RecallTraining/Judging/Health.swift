internal import Recall

/// Whether a learner's reviews can be foretold at all: fitted to the past, five times, and tried on what came next.
///
/// Reviews that follow no forgetting curve (buttons pressed at random, cards that are not learnt by heart) are told
/// from those that do by how far the forecast lies above what is usual at that retention.
package struct Health: Hashable, Sendable {
    /// How well the five futures were foretold, together.
    package let forecast: Evaluation
    /// What log loss is usual at such a retention.
    package let usualLogLoss: Double
    /// What RMSE (bins) is usual at such a retention and after so many reviews.
    package let usualRMSE: Double

    /// Whether either figure is close enough to what is usual.
    package var isGood: Bool {
        forecast.logLoss <= 1.11 * usualLogLoss || forecast.rmseBins <= 1.53 * usualRMSE
    }

    /// The fewest outcomes that tell anything.
    package static let leastPredictions = 300

    private static let parts = 6

    /// Tries a log; nil where it is too short to say.
    package init?(_ log: ReviewLog, on cores: Cores = .one) {
        let whole = Training(log, on: cores)
        guard whole.predictions > Self.leastPredictions else { return nil }
        var sum = Forecast()
        for part in 1..<Self.parts {
            let past = log.prefix(predictions: whole.predictions * part / Self.parts)
            let parameters = Training(past, on: cores).fitted()
            let start = (Float(part) / Float(Self.parts)).nextUp
            let end = Float(part + 1) / Float(Self.parts)
            sum += whole.forecast(parameters, ages: start...end)
        }
        forecast = sum.evaluation
        // Fitted by Anki's makers over many collections.
        let retention = forecast.retention
        let spread = max(4 * retention * (1 - retention), 1e-9)
        usualLogLoss = 0.623 * .pow(spread, 0.738)
        let thousands = Double(forecast.predictions) / 1000
        usualRMSE =
            0.0135 / (.pow(max(retention, 1e-9), 0.504) - 1.14)
            + 0.176 / (.pow(thousands, 0.825) + 2.22) + 0.101
    }
}

extension ReviewLog {
    /// The reviews, in order of time, up to so many whose outcome is predicted.
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
