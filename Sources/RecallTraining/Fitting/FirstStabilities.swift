internal import Recall

/// The stabilities that first reviews leave, read off first absences alone: a good place to start from, and all that a
/// short log can tell.
struct FirstStabilities {
    private(set) var values: [Double]
    private let weights: [Int]

    init(_ firsts: FirstAbsences, defaults: [Double]) {
        let known = firsts.tallies.map { tallies in tallies.filter { !$0.isRare } }
        let cards = known.map { $0.reduce(0) { $0 + $1.cards } }
        let remembered = known.joined().reduce(0) { $0 + $1.remembered }
        let average = Double(remembered) / Double(max(cards.reduce(0, +), 1))
        let decay = defaults[20]
        weights = cards
        values = (0..<4).map { grade in
            guard cards[grade] > 0 else { return .nan }
            return Self.best(known[grade], average, decay: decay, usual: defaults[grade])
        }
        putInOrder()
        fill(from: defaults)
    }

    /// Keeps given values, to be put in order by the same weights.
    init(_ values: [Double], _ firsts: FirstAbsences) {
        self.values = values
        weights = firsts.tallies.map { tallies in
            tallies.reduce(0) { $0 + ($1.isRare ? 0 : $1.cards) }
        }
        putInOrder()
    }

    /// The stability under which the tallies are likeliest; in doubt, near the usual one.
    ///
    /// Where log S makes the loss fall no more, by halving.
    private static func best(
        _ tallies: [FirstAbsences.Tally],
        _ average: Double,
        decay: Double,
        usual: Double
    ) -> Double {
        let factor = Double.pow(0.9, -1 / decay) - 1
        func slope(_ log: Double) -> Double {
            let stability = Double.exp(log)
            var sum = (stability < usual ? -1 : 1) * stability / 16
            for tally in tallies {
                let count = Double(tally.cards)
                // One more card, as good as the average, so that none is always remembered.
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
            if slope(middle) < 0 { low = middle } else { high = middle }
        }
        return .exp((low + high) / 2)
    }

    /// A better first grade leaves no less; where two disagree, the one that fewer cards tell of yields.
    private mutating func putInOrder() {
        for (low, high) in [(0, 1), (1, 2), (2, 3), (0, 2), (1, 3), (0, 3)]
        where values[low] > values[high] {
            if weights[low] > weights[high] {
                values[high] = values[low]
            } else {
                values[low] = values[high]
            }
        }
    }

    /// Grades that no card was given first keep the ratio of the defaults to their neighbours.
    private mutating func fill(from defaults: [Double]) {
        let known = (0..<4).filter { !values[$0].isNaN }
        guard let first = known.first, let last = known.last else {
            values = Array(defaults[..<4])
            return
        }
        for grade in 0..<4 where values[grade].isNaN {
            let below = known.last { $0 < grade } ?? first
            let above = known.first { $0 > grade } ?? last
            let whole = Double.log(defaults[above] / defaults[below])
            let part = Double.log(defaults[grade] / defaults[below])
            let share = below == above ? 0 : part / whole
            let stretch =
                share * .log(values[above] / defaults[above])
                + (1 - share) * .log(values[below] / defaults[below])
            values[grade] = min(max(defaults[grade] * .exp(stretch), 0.001), 100)
        }
        putInOrder()
    }
}
