package import Recall

/// A review log prepared for fitting and evaluating parameters.
package struct Training: Sendable {
    let histories: TrainingSet
    let runner: ParallelRunner

    /// Packs a log into a few bytes per review.
    package init(_ log: ReviewLog, on runner: ParallelRunner = .serial) {
        histories = TrainingSet(log, on: runner)
        self.runner = runner
    }

    /// The number of reviews whose outcome is predicted: those on a later day than the previous one.
    package var predictions: Int { histories.predictions }

    /// The parameters that predict the log best, with a penalty for differing from those of most learners.
    ///
    /// Recent reviews have up to four times the weight of old ones, and a short log hardly moves the parameters: below 64
    /// predictions only the first stabilities, below 8 none.
    ///
    /// - Parameter watch: Receives an estimate of how much is done, from 0 to 1, before each pass over the log, and may throw to
    ///   stop.
    package func fitted<Stop>(watch: (Double) throws(Stop) -> Void) throws(Stop) -> Parameters {
        guard histories.trainingPredictions >= 8 else { return .default }
        return try ParameterFitting(histories: histories, runner: runner).parameters(watch)
    }

    package func fitted() -> Parameters { fitted { _ in } }
}
