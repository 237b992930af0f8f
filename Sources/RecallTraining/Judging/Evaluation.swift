public import Recall

/// How well parameters foretell what a log holds.
public struct Evaluation: Hashable, Sendable {
    /// How many outcomes were foretold.
    public let predictions: Int
    /// The part of these that were remembered.
    public let retention: Double
    /// The mean of −log of the probability given to what came; lower is better.
    public let logLoss: Double
    /// The same, counting recent reviews up to four times as much as old ones.
    public let recentLogLoss: Double
    /// By how far, in the square mean, recall foretold differs from recall met among like reviews.
    public let rmseBins: Double
    /// How likely a card that was remembered was given a higher recall than one forgotten; 0.5 is chance.
    public let auc: Double
}

extension Training {
    /// Judges parameters by every outcome in the log, with the engine that schedules.
    public func evaluation(of parameters: Parameters) -> Evaluation {
        forecast(parameters, ages: 0...1).evaluation
    }
}
