package import Recall

/// The cost and the result of a year of study in which cards return when recall has fallen to a given retention.
package struct Workload: Hashable, Sendable {
    /// Seconds of study per card.
    package let seconds: Double
    /// The fraction of the cards that are remembered at the end.
    package let remembered: Double

    /// Seconds of study per remembered card.
    package var cost: Double { seconds / max(remembered, 1e-9) }
}

extension MemoryModel {
    /// The retentionRange that are worth considering.
    package static let retentionRange = 0.7...0.97

    /// Simulates cards that are introduced evenly over a period.
    ///
    /// The random numbers are the same for every retention, so that results differ only by its effect.
    ///
    /// - Parameters:
    ///   - retention: The probability of recall at which a card returns.
    ///   - habits: How the learner answers.
    ///   - days: The length of the period.
    ///   - cards: The number of simulated cards; more cards reduce the random error.
    package func workload(
        at retention: Double,
        habits: Habits = Habits(),
        days: Int = 365,
        cards: Int = 2000
    ) -> Workload {
        var seconds = 0.0
        var remembered = 0.0
        for card in 0..<cards {
            var random = SplitMix64(seed: UInt64(card) &* 0xD134_2543_DE82_EF95)
            var day = card * days / cards
            let first = random.grade(habits.firstGrades, from: .again)
            var memory = memory(afterFirst: first)
            seconds += habits.secondsToLearn
            while true {
                let interval = max(1, Int(min(interval(of: memory, for: retention), 36_500)))
                guard day + interval < days else { break }
                day += interval
                let recall = retrievability(of: memory, after: Double(interval))
                // Two draws per review, whatever the first one gives.
                let (draw, grade) = (
                    random.fraction(), random.grade(habits.rememberedGrades, from: .hard)
                )
                let isRecalled = draw < recall
                seconds += isRecalled ? habits.secondsToRecall : habits.secondsToRelearn
                memory = self.memory(memory, after: isRecalled ? grade : .again, days: interval)
                // A forgotten card is relearned on the same day.
                if !isRecalled { memory = self.memory(memory, after: .good, days: 0) }
            }
            remembered += retrievability(of: memory, after: Double(days - day))
        }
        return Workload(seconds: seconds / Double(cards), remembered: remembered / Double(cards))
    }

    /// The retention with the lowest cost of a remembered card.
    package func cheapestRetention(habits: Habits = Habits(), days: Int = 365) -> Double {
        func cost(_ percent: Int) -> Double {
            workload(at: Double(percent) / 100, habits: habits, days: days).cost
        }
        let percents =
            Int(Self.retentionRange.lowerBound * 100)...Int(Self.retentionRange.upperBound * 100)
        // The simulated curve is noisy: take the mean of all retentions that cost at most one per cent more than the minimum.
        let costs = percents.map { ($0, cost($0)) }
        let minimum = costs.reduce(.infinity) { min($0, $1.1) }
        let good = costs.filter { $0.1 <= minimum * 1.01 }.map(\.0)
        return Double(good.reduce(0, +)) / Double(max(good.count, 1)) / 100
    }
}

extension SplitMix64 {
    /// A number from 0 up to 1.
    fileprivate mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// A grade drawn by the fractions of `first` and the better ones.
    fileprivate mutating func grade(_ fractions: [Double], from first: Grade) -> Grade {
        var rest = fraction()
        var grade = first.rawValue
        for fraction in fractions.dropLast() {
            rest -= fraction
            if rest < 0 { break }
            grade += 1
        }
        return Grade(rawValue: grade) ?? .good
    }
}
