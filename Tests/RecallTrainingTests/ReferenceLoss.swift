import Recall

@testable import RecallTraining

/// The loss of a training set, review by review in double precision, implemented independently from the formulas.
///
/// It does not use `MemoryModel`, because finite differences have to be able to leave the parameters' ranges.
struct ReferenceLoss {
    private var cards: [[(days: Double, grade: Int, weight: Double)]] = []

    init(_ histories: TrainingSet) {
        for batch in 0..<histories.batches {
            histories.forEachGroup(of: batch) { group in
                for lane in 0..<LaneBits.scalarCount {
                    var reviews = [(days: 0.0, grade: group.grade + 1, weight: 0.0)]
                    for step in 1..<group.count {
                        let review = PackedReview(bits: group.reviews[step][lane])
                        let age = Double(review.age)
                        let weight = review.days > 0 ? 0.25 + 0.75 * age * age * age : 0
                        reviews.append((Double(review.days), Int(review.grade.rawValue), weight))
                    }
                    cards.append(reviews)
                }
            }
        }
    }

    func loss(_ w: [Double]) -> Double {
        var sum = 0.0
        forEachPrediction(w) { recall, isRemembered, weight in
            sum -= weight * .log(isRemembered ? recall : 1 - recall)
        }
        return sum
    }

    /// Fisher's information, by finite differences.
    func information(_ w: [Double]) -> [[Double]] {
        func recalls(_ w: [Double]) -> [Double] {
            var values: [Double] = []
            forEachPrediction(w) { recall, _, _ in values.append(recall) }
            return values
        }
        var weights: [Double] = []
        forEachPrediction(w) { recall, _, weight in weights.append(weight / (recall * (1 - recall)))
        }
        let derivatives = w.indices.map { k in
            let step = 1e-5 * max(w[k], 0.01)
            var (low, high) = (w, w)
            low[k] -= step
            high[k] += step
            return zip(recalls(high), recalls(low)).map { ($0 - $1) / (2 * step) }
        }
        return derivatives.map { a in
            derivatives.map { b in weights.indices.reduce(0) { $0 + weights[$1] * a[$1] * b[$1] } }
        }
    }

    private func forEachPrediction(_ w: [Double], _ body: (Double, Bool, Double) -> Void) {
        let factor = Double.pow(0.9, -1 / w[20]) - 1
        func firstDifficulty(_ grade: Int) -> Double {
            w[4] - .exp(w[5] * Double(grade - 1)) + 1
        }
        for reviews in cards {
            let first = reviews[0].grade
            var s = w[first - 1]
            var d = min(max(firstDifficulty(first), 1), 10)
            for (days, grade, weight) in reviews.dropFirst() {
                let recall = Double.pow(1 + factor * days / s, -w[20])
                if days > 0 { body(recall, grade > 1, weight) }
                let old = s
                if days == 0 {
                    let rise =
                        Double.exp(w[17] * (Double(grade) - 3 + w[18])) * .pow(s, -w[19])
                    s *= grade > 1 ? max(rise, 1) : rise
                } else if grade == 1 {
                    let left =
                        w[11] * .pow(d, -w[12]) * (.pow(s + 1, w[13]) - 1)
                        * .exp((1 - recall) * w[14])
                    s = min(left, old / .exp(w[17] * w[18]))
                } else {
                    let bonus = grade == 2 ? w[15] : grade == 4 ? w[16] : 1
                    let rise =
                        Double.exp(w[8]) * (11 - d) * .pow(s, -w[9])
                        * (.exp((1 - recall) * w[10]) - 1) * bonus
                    s *= 1 + rise
                }
                s = min(max(s, 0.001), 36500)
                let moved = d - w[6] * (Double(grade) - 3) * (10 - d) / 9
                d = min(max(w[7] * firstDifficulty(4) + (1 - w[7]) * moved, 1), 10)
            }
        }
    }
}
