internal import Recall

/// Sums over outcomes that were foretold.
struct Forecast {
    private var predictions = 0
    private var remembered = 0
    private var loss = 0.0
    private var weight = 0.0
    private var weightedLoss = 0.0
    private var bins = [Bin](repeating: Bin(), count: ReviewBins.count)
    /// Outcomes by the recall foretold, in equal steps: forgotten, remembered.
    private var forgottenByRecall = [Int32](repeating: 0, count: steps)
    private var rememberedByRecall = [Int32](repeating: 0, count: steps)

    private static let steps = 1 << 15

    private struct Bin {
        var count = 0
        var remembered = 0
        var recall = 0.0
        var weight = 0.0
    }

    mutating func add(recall: Double, isRemembered: Bool, weight: Double, bin: Int) {
        let recall = min(max(recall, 1e-7), 1 - 1e-7)
        let loss = -Double.log(isRemembered ? recall : 1 - recall)
        predictions += 1
        remembered += isRemembered ? 1 : 0
        self.loss += loss
        self.weight += weight
        weightedLoss += weight * loss
        bins[bin].count += 1
        bins[bin].remembered += isRemembered ? 1 : 0
        bins[bin].recall += recall
        bins[bin].weight += weight
        let step = Int(recall * Double(Self.steps))
        if isRemembered { rememberedByRecall[step] += 1 } else { forgottenByRecall[step] += 1 }
    }

    static func += (sum: inout Forecast, part: Forecast) {
        sum.predictions += part.predictions
        sum.remembered += part.remembered
        sum.loss += part.loss
        sum.weight += part.weight
        sum.weightedLoss += part.weightedLoss
        for bin in sum.bins.indices {
            sum.bins[bin].count += part.bins[bin].count
            sum.bins[bin].remembered += part.bins[bin].remembered
            sum.bins[bin].recall += part.bins[bin].recall
            sum.bins[bin].weight += part.bins[bin].weight
        }
        for step in 0..<steps {
            sum.forgottenByRecall[step] += part.forgottenByRecall[step]
            sum.rememberedByRecall[step] += part.rememberedByRecall[step]
        }
    }

    var evaluation: Evaluation {
        let count = Double(max(predictions, 1))
        return Evaluation(
            predictions: predictions,
            retention: Double(remembered) / count,
            logLoss: loss / count,
            recentLogLoss: weight > 0 ? weightedLoss / weight : 0,
            rmseBins: rmseBins,
            auc: auc
        )
    }

    private var rmseBins: Double {
        guard weight > 0 else { return 0 }
        let sum = bins.reduce(0) { sum, bin in
            guard bin.count > 0 else { return sum }
            let error = (bin.recall - Double(bin.remembered)) / Double(bin.count)
            return sum + bin.weight * error * error
        }
        return (sum / weight).squareRoot()
    }

    /// Pairs of a remembered and a forgotten card in the right order; those of one step count half.
    private var auc: Double {
        let forgotten = predictions - remembered
        guard remembered > 0, forgotten > 0 else { return 0.5 }
        var below = 0.0
        var pairs = 0.0
        for step in 0..<Self.steps {
            let here = Double(forgottenByRecall[step])
            pairs += Double(rememberedByRecall[step]) * (below + here / 2)
            below += here
        }
        return pairs / (Double(remembered) * Double(forgotten))
    }
}

extension Training {
    /// Foretells the outcomes of the given ages (0 the first, 1 the last), on all cores.
    func forecast(_ parameters: Parameters, ages: ClosedRange<Float>) -> Forecast {
        let model = MemoryModel(parameters)
        let shares = histories.shares + histories.sharesAside
        // A forecast is a quarter of a megabyte: as many as are worth it, whatever the number of cores.
        let count = min(shares.count, 16, 1 + histories.predictions / 20_000)
        let parts = Pieces(count, on: cores) { piece in
            var forecast = Forecast()
            for share in stride(from: piece, to: shares.count, by: count) {
                histories.forEachGroup(of: shares[share]) { group in
                    for lane in 0..<LaneBits.scalarCount {
                        group.forecast(lane, by: model, ages, into: &forecast)
                    }
                }
            }
            return forecast
        }
        var sum = Forecast()
        for part in parts.values { sum += part }
        return sum
    }
}

extension HistoryGroup {
    /// Foretells the outcomes of one card of the group.
    fileprivate func forecast(
        _ lane: Int,
        by model: MemoryModel,
        _ ages: ClosedRange<Float>,
        into forecast: inout Forecast
    ) {
        guard var memory = Grade(rawValue: UInt8(grade + 1)).map(model.memory(afterFirst:)) else {
            return
        }
        var reviews = 0
        var lapses = 0
        for step in 1..<count {
            let review = PackedReview(bits: self.reviews[step][lane])
            let days = review.days
            if days > 0 {
                reviews += 1
                if ages.contains(review.age) {
                    let age = Double(review.age)
                    forecast.add(
                        recall: model.retrievability(of: memory, after: Double(days)),
                        isRemembered: review.grade.isRemembered,
                        weight: 0.25 + 0.75 * age * age * age,
                        bin: ReviewBins.bin(days: days, reviews: reviews, lapses: lapses)
                    )
                }
                if review.grade == .again { lapses += 1 }
            }
            memory = model.memory(memory, after: review.grade, days: days)
        }
    }
}
