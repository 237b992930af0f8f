package import Recall

/// A review log made ready to learn a learner's parameters from, and to judge parameters by.
package struct Training: Sendable {
    let histories: TrainingSet
    let cores: Cores

    /// Lays a log out; it needs a few bytes a review for as long as it is kept.
    package init(_ log: ReviewLog, on cores: Cores = .one) {
        histories = TrainingSet(log, on: cores)
        self.cores = cores
    }

    /// How many outcomes the log holds to learn from: reviews on a later day than the one before.
    package var predictions: Int { histories.predictions }

    /// The parameters under which the log is likeliest, seen from those that fit most learners.
    ///
    /// The learner's recent reviews count up to four times as much as old ones, and a short log moves the parameters
    /// little: below 64 outcomes only those of first stabilities, below 8 none.
    package func fitted() -> Parameters {
        guard histories.learnt >= 8 else { return .default }
        return Fitting(histories: histories, cores: cores).parameters()
    }
}
