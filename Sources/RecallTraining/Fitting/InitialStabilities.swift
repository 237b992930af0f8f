internal import Recall

/// The stabilities after first reviews, estimated from first gaps alone: a good starting point for the fit, and all that a
/// short log can determine.
struct InitialStabilities {
    private(set) var values: [Double]
    private let weights: [Int]

    init(_ gaps: FirstGaps, defaults: [Double]) {
        let known = gaps.tallies.map { tallies in tallies.filter { !$0.isOutlier } }
        let cards = known.map { $0.reduce(0) { $0 + $1.cards } }
        let remembered = known.joined().reduce(0) { $0 + $1.remembered }
        let average = Double(remembered) / Double(max(cards.reduce(0, +), 1))
        let decay = defaults[20]
        weights = cards
        values = (0..<4).map { grade in
            guard cards[grade] > 0 else { return .nan }
            return Self.mostLikely(known[grade], average, decay: decay, default: defaults[grade])
        }
        makeAscending()
        fill(from: defaults)
    }

    /// Takes fitted values, to be sorted by the same weights.
    init(_ values: [Double], _ gaps: FirstGaps) {
        self.values = values
        weights = gaps.tallies.map { tallies in
            tallies.reduce(0) { $0 + ($1.isOutlier ? 0 : $1.cards) }
        }
        makeAscending()
    }

    /// The stability that is most likely given the tallies, with a slight preference for the default one.
    ///
    /// Found by bisection of the derivative by log S.
    private static func mostLikely(
        _ tallies: [FirstGaps.Tally],
        _ average: Double,
        decay: Double,
        default defaultStability: Double
    ) -> Double {
        let factor = Double.pow(0.9, -1 / decay) - 1
        func derivative(_ log: Double) -> Double {
            let stability = Double.exp(log)
            var sum = (stability < defaultStability ? -1 : 1) * stability / 16
            for tally in tallies {
                let count = Double(tally.cards)
                // One more card with an average outcome, so that no tally is always remembered.
                let outcome = (Double(tally.remembered) + average) / (count + 1)
                let passed = factor * Double(tally.days) / stability
                let recall = Double.exp(-decay * .log(1 + passed))
                sum += count * (recall - outcome) / (1 - recall) * decay * passed / (1 + passed)
            }
            return sum
        }
        var low = Double.log(0.001)
        var high = Double.log(100)
        for _ in 0..<24 {
            let middle = (low + high) / 2
            if derivative(middle) < 0 { low = middle } else { high = middle }
        }
        return .exp((low + high) / 2)
    }

    /// A better first grade gives no smaller stability; where two disagree, the one based on fewer cards is changed.
    private mutating func makeAscending() {
        for (low, high) in [(0, 1), (1, 2), (2, 3), (0, 2), (1, 3), (0, 3)]
        where values[low] > values[high] {
            if weights[low] > weights[high] {
                values[high] = values[low]
            } else {
                values[low] = values[high]
            }
        }
    }

    /// Grades without cards keep the ratio of the default values to their neighbours.
    private mutating func fill(from defaults: [Double]) {
        let known = (0..<4).filter { !values[$0].isNaN }
        guard let first = known.first, let last = known.last else {
            values = Array(defaults[..<4])
            return
        }
        for grade in 0..<4 where values[grade].isNaN {
            let below = known.last { $0 < grade } ?? first
            let above = known.first { $0 > grade } ?? last
            let logRange = Double.log(defaults[above] / defaults[below])
            let logOffset = Double.log(defaults[grade] / defaults[below])
            let fraction = below == above ? 0 : logOffset / logRange
            let logRatio =
                fraction * .log(values[above] / defaults[above])
                + (1 - fraction) * .log(values[below] / defaults[below])
            values[grade] = min(max(defaults[grade] * .exp(logRatio), 0.001), 100)
        }
        makeAscending()
    }
}
