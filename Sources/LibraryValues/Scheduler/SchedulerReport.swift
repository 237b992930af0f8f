package import Notes

/// How well the scheduler predicted a learner's reviews when it was last fitted to them.
package struct SchedulerReport: Hashable, Codable, Sendable {
    package var moment: Moment
    /// How many reviews it was fitted to.
    package var reviews: Int
    /// How many reviews there were, with those before resets and those whose first ones are missing.
    package var allReviews: Int?
    /// How many of them were predicted: those on a later day than the one before.
    package var predictions: Int
    /// The mean of −log of the probability that was given to the outcome, with the parameters before and after.
    package var lossBefore: Double
    package var lossAfter: Double
    /// Predicted and actual recall of reviews with similar predictions, with the parameters after, the least likely first.
    package var calibration: [Bin]
    /// The change that put better parameters in use; nil where the ones before were as good.
    package var change: ChangeID?

    package struct Bin: Hashable, Codable, Sendable {
        /// The mean of the predicted probabilities.
        package var predicted: Double
        package var recalled: Int
        package var of: Int

        package init(predicted: Double, recalled: Int, of: Int) {
            self.predicted = predicted
            self.recalled = recalled
            self.of = of
        }
    }

    package init(
        moment: Moment,
        reviews: Int,
        allReviews: Int,
        predictions: Int,
        lossBefore: Double,
        lossAfter: Double,
        calibration: [Bin]
    ) {
        self.moment = moment
        self.reviews = reviews
        self.allReviews = allReviews
        self.predictions = predictions
        self.lossBefore = lossBefore
        self.lossAfter = lossAfter
        self.calibration = calibration
    }

    /// What later counts of reviews are compared with.
    package var reviewsThen: Int { allReviews ?? reviews }

    package var isImprovement: Bool { lossAfter < lossBefore }

    /// By what share the new parameters err less: 0.02 for two percent.
    package var errorReduction: Double {
        isImprovement && lossBefore > 0 ? (lossBefore - lossAfter) / lossBefore : 0
    }

    /// All predictions together; nil where there are none.
    package var total: Bin? {
        let count = calibration.reduce(0) { $0 + $1.of }
        guard count > 0 else { return nil }
        return Bin(
            predicted: calibration.reduce(0) { $0 + $1.predicted * Double($1.of) } / Double(count),
            recalled: calibration.reduce(0) { $0 + $1.recalled },
            of: count
        )
    }
}
