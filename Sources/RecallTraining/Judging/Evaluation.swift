package import Recall

/// How well parameters foretell what a log holds.
package struct Evaluation: Hashable, Sendable {
    /// How many outcomes were foretold.
    package let predictions: Int
    /// The part of these that were remembered.
    package let retention: Double
    /// The mean of −log of the probability given to what came; lower is better.
    package let logLoss: Double
    /// The same, counting recent reviews up to four times as much as old ones.
    package let recentLogLoss: Double
    /// By how far, in the square mean, recall foretold differs from recall met among like reviews.
    package let rmseBins: Double
    /// How likely a card that was remembered was given a higher recall than one forgotten; 0.5 is chance.
    package let auc: Double
}

extension Training {
    /// Judges parameters by every outcome in the log, with the engine that schedules.
    package func evaluation(of parameters: Parameters) -> Evaluation {
        forecast(parameters, ages: 0...1).evaluation
    }
}
