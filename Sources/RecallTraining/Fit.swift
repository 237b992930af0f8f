package import Recall

/// The result of a fit, which is never worse than the present parameters.
package struct Fit: Sendable {
    /// The better of the fitted and the present parameters.
    package let parameters: Parameters
    /// The evaluation of the present parameters.
    package let before: Evaluation
    package let after: Evaluation

    /// Whether the fitted parameters are better than the present ones.
    package var isImprovement: Bool { after.logLoss < before.logLoss }
}

extension Training {
    /// Fits parameters, and keeps the present ones unless the fitted ones predict the log better.
    package func fit(from present: Parameters = .default) -> Fit {
        compare(fitted(), with: present)
    }

    package func compare(_ fitted: Parameters, with present: Parameters) -> Fit {
        let before = evaluation(of: present)
        let after = evaluation(of: fitted)
        return after.logLoss < before.logLoss
            ? Fit(parameters: fitted, before: before, after: after)
            : Fit(parameters: present, before: before, after: before)
    }
}
