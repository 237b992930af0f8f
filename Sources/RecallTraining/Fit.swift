package import Recall

/// What a fit came to: never worse than what was there before.
package struct Fit: Sendable {
    /// The parameters to use from now on.
    package let parameters: Parameters
    /// How well the old ones foretell the log.
    package let before: Evaluation
    /// How well the ones to use do.
    package let after: Evaluation

    /// Whether there was something better than the old ones.
    package var isImprovement: Bool { after.logLoss < before.logLoss }
}

extension Training {
    /// Fits parameters, and keeps the present ones unless the new ones foretell the log better.
    package func fit(from present: Parameters = .default) -> Fit {
        choose(fitted(), over: present)
    }

    /// Judges fitted parameters beside the present ones.
    package func choose(_ fitted: Parameters, over present: Parameters) -> Fit {
        let before = evaluation(of: present)
        let after = evaluation(of: fitted)
        return after.logLoss < before.logLoss
            ? Fit(parameters: fitted, before: before, after: after)
            : Fit(parameters: present, before: before, after: before)
    }
}
