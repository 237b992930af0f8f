package import Recall

/// How well parameters predict the outcomes in a log.
package struct Evaluation: Hashable, Sendable {
    package let predictions: Int
    /// The fraction of the outcomes that were remembered.
    package let retention: Double
    /// The mean of −log of the probability assigned to the outcome; lower is better.
    package let logLoss: Double
    /// The same with recency weights: recent reviews count up to four times as much as old ones.
    package let recentLogLoss: Double
    /// The root mean square difference between predicted and actual recall over bins of similar reviews: the calibration.
    package let rmseBins: Double
    /// The probability that a remembered card had a higher predicted recall than a forgotten one; 0.5 is chance.
    package let auc: Double
    /// Predicted and actual recall of reviews with similar predictions, the least likely first.
    package let calibration: [CalibrationBin]
}

extension Training {
    /// Evaluates parameters on every outcome in the log, with the memory model that schedules.
    package func evaluation(of parameters: Parameters) -> Evaluation {
        evaluationSums(of: parameters, ages: 0...1).evaluation
    }
}
