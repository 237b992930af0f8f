internal import Recall

/// Finds the parameters under which a log is likeliest, without straying from what most learners have for no reason.
struct Fitting {
    let histories: TrainingSet
    let cores: Cores
    var recency = Recency()

    /// How far the parameters of learners differ, one by one: what a log has to overcome to move them.
    ///
    /// First stabilities differ by factors, so the spread of the first four is that of their logarithms. The others are as
    /// measured over 10,000 collections; the same figures that fsrs-rs holds its parameters by.
    private static let spreads = [
        1.5, 1.5, 1.5, 1.5, 0.57, 0.28, 0.6, 0.12, 0.39, 0.18, 0.33,
        0.3, 0.09, 0.16, 0.57, 0.25, 1.03, 0.31, 0.32, 0.14, 0.27,
    ]
    private static let bounds = Parameters.ranges.enumerated().map { place, range in
        // Without a little of w19, repeated reviews of one day would go on as the first.
        place == 19 ? 0.01...range.upperBound : range
    }
    /// So many outcomes tell as much as one step can use.
    private static let telling = 4000

    /// The most likely parameters, seen from the default ones.
    func parameters() -> Parameters {
        var start = Parameters.default.values
        start.replaceSubrange(
            0..<4,
            with: FirstStabilities(histories.firsts, defaults: start).values
        )
        guard histories.learnt >= 64 else { return checked(start) }

        var point = start
        for shares in stages { point = lowest(from: point, shares: shares) }
        point.replaceSubrange(
            0..<4,
            with: FirstStabilities(Array(point[..<4]), histories.firsts).values
        )
        return checked(point)
    }

    /// With four decimals, as parameters are written down; the default ones where a number is none.
    private func checked(_ values: [Double]) -> Parameters {
        (try? Parameters(values.map { ($0 * 10_000).rounded() / 10_000 })) ?? .default
    }

    /// How many of the shares to learn from in turn: a part of a large log leads most of the way, and only the last
    /// steps need all of it.
    private var stages: [Int] {
        var stages = [histories.shares]
        while let next = stages.first.map({ $0 / 8 }), next > 0, outcomes(in: next) > Self.telling {
            stages.insert(next, at: 0)
        }
        return stages
    }

    private func outcomes(in shares: Int) -> Int {
        histories.learnt * shares / histories.shares
    }

    private func lowest(from start: [Double], shares: Int) -> [Double] {
        let bent = outcomes(in: shares / 4) > Self.telling ? shares / 4 : shares
        // A step leaves about a tenth of what it promised: here less than chance moves the loss of any fit (half a
        // unit a parameter), and in a short log no more than the fourth decimal of the mean.
        let trust = min(40, Double(outcomes(in: shares)) / 1000)
        return Minimiser(bounds: Self.bounds, trust: trust).lowest(from: start) { point in
            var slope = histories.slope(
                at: point,
                shares: shares,
                bent: bent,
                recency: recency,
                on: cores
            )
            slope.hold(point, to: Parameters.default.values, spreads: Self.spreads)
            return slope
        }
    }
}

extension Slope {
    /// Adds the pull towards the centre.
    fileprivate mutating func hold(_ point: [Double], to centre: [Double], spreads: [Double]) {
        for k in point.indices {
            let isLogarithmic = k < 4
            let distance = isLogarithmic ? .log(point[k] / centre[k]) : point[k] - centre[k]
            let unit = isLogarithmic ? spreads[k] * point[k] : spreads[k]
            let spreadsAway = distance / spreads[k]
            loss += spreadsAway * spreadsAway
            gradient[k] += 2 * spreadsAway / unit
            curvature[k * Slope.count + k] += 2 / (unit * unit)
        }
    }
}
