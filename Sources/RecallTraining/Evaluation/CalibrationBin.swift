/// Reviews with similar predictions: how many were predicted to be recalled, and how many were.
package struct CalibrationBin: Hashable, Sendable {
    /// The sum of the predicted probabilities.
    package var predicted = 0.0
    package var recalled = 0
    package var of = 0

    package init() {}

    mutating func add(recall: Double, isRecalled: Bool) {
        predicted += recall
        recalled += isRecalled ? 1 : 0
        of += 1
    }

    static func += (sum: inout CalibrationBin, part: CalibrationBin) {
        sum.predicted += part.predicted
        sum.recalled += part.recalled
        sum.of += part.of
    }
}

/// Bins of one percent each.
struct CalibrationBins {
    private var bins = [CalibrationBin](repeating: CalibrationBin(), count: 100)

    /// At most so many bins are shown, and none has fewer reviews, unless there are fewer in all.
    private static let (mostShown, fewest) = (12, 20)

    mutating func add(recall: Double, isRecalled: Bool) {
        bins[min(Int(recall * 100), 99)].add(recall: recall, isRecalled: isRecalled)
    }

    static func += (sum: inout CalibrationBins, part: CalibrationBins) {
        for bin in sum.bins.indices { sum.bins[bin] += part.bins[bin] }
    }

    /// Neighbours together, so that each has enough reviews to say something.
    var combined: [CalibrationBin] {
        let total = bins.reduce(0) { $0 + $1.of }
        let enough = max(total / Self.mostShown, Self.fewest)
        var combined: [CalibrationBin] = []
        var current = CalibrationBin()
        for bin in bins {
            current += bin
            guard current.of >= enough else { continue }
            combined.append(current)
            current = CalibrationBin()
        }
        if current.of >= enough / 2 || combined.isEmpty {
            if current.of > 0 { combined.append(current) }
        } else {
            combined[combined.count - 1] += current
        }
        return combined
    }
}
