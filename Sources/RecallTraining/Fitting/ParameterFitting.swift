internal import Recall

/// Finds the parameters that predict a log best, with a penalty for differing from those of most learners.
struct ParameterFitting {
    let histories: TrainingSet
    let runner: ParallelRunner

    /// The standard deviation of each parameter among learners: the more it varies, the fewer reviews suffice to move it.
    ///
    /// First stabilities differ by factors, so the first four values refer to their logarithms. The others are measured over
    /// 10,000 collections; fsrs-rs uses the same values for its regularisation.
    private static let standardDeviations = [
        1.5, 1.5, 1.5, 1.5, 0.57, 0.28, 0.6, 0.12, 0.39, 0.18, 0.33,
        0.3, 0.09, 0.16, 0.57, 0.25, 1.03, 0.31, 0.32, 0.14, 0.27,
    ]
    private static let bounds = Parameters.ranges.enumerated().map { k, range in
        // With w19 near zero, repeated reviews on one day would all have the effect of the first.
        k == 19 ? 0.01...range.upperBound : range
    }
    /// More predictions than this do not improve a single step.
    private static let sufficientPredictions = 4000

    /// A fit takes about this many passes over each part of the log.
    private static let typicalPasses = 5

    func parameters<Stop>(_ watch: (Double) throws(Stop) -> Void) throws(Stop) -> Parameters {
        var start = Parameters.default.values
        start.replaceSubrange(
            0..<4,
            with: InitialStabilities(histories.firstGaps, defaults: start).values
        )
        guard histories.trainingPredictions >= 64 else { return rounded(start) }

        var point = start
        let expected = Double(Self.typicalPasses * stages.reduce(0, +))
        var done = 0
        for batches in stages {
            point = try minimum(from: point, batches: batches) { () throws(Stop) in
                try watch(min(Double(done) / expected, 1))
                done += batches
            }
        }
        point.replaceSubrange(
            0..<4,
            with: InitialStabilities(Array(point[..<4]), histories.firstGaps).values
        )
        return rounded(point)
    }

    /// Rounds to four decimals, with which parameters are written down; the default parameters if a number is NaN.
    private func rounded(_ values: [Double]) -> Parameters {
        (try? Parameters(values.map { ($0 * 10_000).rounded() / 10_000 })) ?? .default
    }

    /// The number of batches to minimise on in turn: part of a large log leads most of the way, and only the last steps need
    /// all of it.
    private var stages: [Int] {
        var stages = [histories.batches]
        while let next = stages.first.map({ $0 / 8 }), next > 0,
            predictions(in: next) > Self.sufficientPredictions
        {
            stages.insert(next, at: 0)
        }
        return stages
    }

    private func predictions(in batches: Int) -> Int {
        histories.trainingPredictions * batches / histories.batches
    }

    private func minimum<Stop>(
        from start: [Double],
        batches: Int,
        beforePass: () throws(Stop) -> Void
    ) throws(Stop) -> [Double] {
        let curvatureBatches =
            predictions(in: batches / 4) > Self.sufficientPredictions ? batches / 4 : batches
        // A step leaves about a tenth of its expected decrease. The tolerance is below the random error of the loss of any
        // fit (half a unit per parameter), and in a short log at most the fourth decimal of the mean.
        let tolerance = min(40, Double(predictions(in: batches)) / 1000)
        let minimiser = Minimiser(bounds: Self.bounds, tolerance: tolerance)
        return try minimiser.minimum(from: start) { point throws(Stop) in
            try beforePass()
            var derivatives = histories.derivatives(
                at: point,
                batches: batches,
                curvatureBatches: curvatureBatches,
                on: runner
            )
            derivatives.addPenalty(
                at: point,
                centre: Parameters.default.values,
                standardDeviations: Self.standardDeviations
            )
            return derivatives
        }
    }
}

extension LossDerivatives {
    /// Adds the squared distance from the centre, in standard deviations.
    fileprivate mutating func addPenalty(
        at point: [Double],
        centre: [Double],
        standardDeviations: [Double]
    ) {
        for k in point.indices {
            let isLogarithmic = k < 4
            let distance = isLogarithmic ? .log(point[k] / centre[k]) : point[k] - centre[k]
            let unit = isLogarithmic ? standardDeviations[k] * point[k] : standardDeviations[k]
            let deviation = distance / standardDeviations[k]
            loss += deviation * deviation
            gradient[k] += 2 * deviation / unit
            curvature[k * LossDerivatives.count + k] += 2 / (unit * unit)
        }
    }
}
