internal import Recall

/// Accumulates predictions and their outcomes for an `Evaluation`.
struct EvaluationSums {
    private var predictions = 0
    private var remembered = 0
    private var loss = 0.0
    private var weight = 0.0
    private var weightedLoss = 0.0
    private var calibration = CalibrationBins()
    private var bins = [Bin](repeating: Bin(), count: ReviewBins.count)
    /// Each predicted recall as a multiple of 2⁻³¹, with the outcome in the lowest bit.
    private var outcomes: [UInt32] = []

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
        calibration.add(recall: recall, isRecalled: isRemembered)
        outcomes.append(UInt32(recall * 0x1p31) << 1 | (isRemembered ? 1 : 0))
    }

    static func += (sum: inout EvaluationSums, part: EvaluationSums) {
        sum.predictions += part.predictions
        sum.remembered += part.remembered
        sum.loss += part.loss
        sum.weight += part.weight
        sum.weightedLoss += part.weightedLoss
        sum.calibration += part.calibration
        for bin in sum.bins.indices {
            sum.bins[bin].count += part.bins[bin].count
            sum.bins[bin].remembered += part.bins[bin].remembered
            sum.bins[bin].recall += part.bins[bin].recall
            sum.bins[bin].weight += part.bins[bin].weight
        }
        sum.outcomes += part.outcomes
    }

    var evaluation: Evaluation {
        let count = Double(max(predictions, 1))
        return Evaluation(
            predictions: predictions,
            retention: Double(remembered) / count,
            logLoss: loss / count,
            recentLogLoss: weight > 0 ? weightedLoss / weight : 0,
            rmseBins: rmseBins,
            auc: auc,
            calibration: calibration.combined
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

    /// The fraction of pairs of a remembered and a forgotten card with predictions in the right order; ties count half.
    private var auc: Double {
        let forgotten = predictions - remembered
        guard remembered > 0, forgotten > 0 else { return 0.5 }
        var outcomes = outcomes
        RadixSort.sort(&outcomes)
        var forgottenBelow = 0.0
        var pairs = 0.0
        var index = 0
        while index < outcomes.count {
            let recall = outcomes[index] >> 1
            var ties = (forgotten: 0.0, remembered: 0.0)
            while index < outcomes.count, outcomes[index] >> 1 == recall {
                if outcomes[index] & 1 == 1 { ties.remembered += 1 } else { ties.forgotten += 1 }
                index += 1
            }
            pairs += ties.remembered * (forgottenBelow + ties.forgotten / 2)
            forgottenBelow += ties.forgotten
        }
        return pairs / (Double(remembered) * Double(forgotten))
    }
}

extension Training {
    /// Predicts the outcomes in a range of ages (0 the first, 1 the last), in parallel.
    func evaluationSums(of parameters: Parameters, ages: ClosedRange<Float>) -> EvaluationSums {
        let model = MemoryModel(parameters)
        let batches = histories.batches
        // As many tasks as are worthwhile, independently of the number of cores.
        let count = min(batches, 16, 1 + predictions / 4096)
        let parts = runner.map(count) { task in
            var sums = EvaluationSums()
            for batch in stride(from: task, to: batches, by: count) {
                for isOutlier in [false, true] {
                    histories.forEachGroup(of: batch, isOutlier: isOutlier) { group in
                        for lane in 0..<LaneBits.scalarCount {
                            group.predict(lane, by: model, ages, into: &sums)
                        }
                    }
                }
            }
            return sums
        }
        var sum = EvaluationSums()
        for part in parts { sum += part }
        return sum
    }
}

extension HistoryGroup {
    /// Predicts the outcomes of one card of the group.
    fileprivate func predict(
        _ lane: Int,
        by model: MemoryModel,
        _ ages: ClosedRange<Float>,
        into sums: inout EvaluationSums
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
                    sums.add(
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
