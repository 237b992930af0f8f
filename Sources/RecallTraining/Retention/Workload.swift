package import Recall

/// What a year of study costs and leaves, if cards come back when recall has fallen to a set retention.
package struct Workload: Hashable, Sendable {
    /// Seconds of study a card.
    package let seconds: Double
    /// The part of the cards that are remembered in the end.
    package let remembered: Double

    /// Seconds for each card that is remembered.
    package var price: Double { seconds / max(remembered, 1e-9) }
}

extension MemoryModel {
    /// Retentions that are worth asking about.
    package static let retentions = 0.7...0.97

    /// Simulates cards that are begun on every day of a span.
    ///
    /// The same cards meet the same luck at every retention, so that two retentions differ by what they do alone.
    ///
    /// - Parameters:
    ///   - retention: What recall may fall to before a card comes back.
    ///   - habits: How the learner answers.
    ///   - days: The span.
    ///   - cards: How many cards to simulate; the more, the smaller the part of chance.
    package func workload(
        at retention: Double,
        habits: Habits = Habits(),
        days: Int = 365,
        cards: Int = 2000
    ) -> Workload {
        var seconds = 0.0
        var remembered = 0.0
        for card in 0..<cards {
            var luck = Luck(card: card)
            var day = card * days / cards
            let first = luck.grade(habits.firstGrades, from: .again)
            var memory = memory(afterFirst: first)
            seconds += habits.secondsToLearn
            while true {
                let interval = max(1, Int(min(interval(of: memory, for: retention), 36_500)))
                guard day + interval < days else { break }
                day += interval
                let recall = retrievability(of: memory, after: Double(interval))
                // Two draws a review, whatever comes of the first.
                let (chance, grade) = (
                    luck.draw(), luck.grade(habits.rememberedGrades, from: .hard)
                )
                let isRecalled = chance < recall
                seconds += isRecalled ? habits.secondsToRecall : habits.secondsToRelearn
                memory = self.memory(memory, after: isRecalled ? grade : .again, days: interval)
                // What is forgotten is learnt again on the same day.
                if !isRecalled { memory = self.memory(memory, after: .good, days: 0) }
            }
            remembered += retrievability(of: memory, after: Double(days - day))
        }
        return Workload(seconds: seconds / Double(cards), remembered: remembered / Double(cards))
    }

    /// The retention at which a remembered card costs the least time.
    package func cheapestRetention(habits: Habits = Habits(), days: Int = 365) -> Double {
        func price(_ percent: Int) -> Double {
            workload(at: Double(percent) / 100, habits: habits, days: days).price
        }
        let percents = Int(Self.retentions.lowerBound * 100)...Int(Self.retentions.upperBound * 100)
        // Chance roughens the curve: take the middle of all that cost at most a hundredth more than the least.
        let prices = percents.map { ($0, price($0)) }
        let least = prices.reduce(.infinity) { min($0, $1.1) }
        let good = prices.filter { $0.1 <= least * 1.01 }.map(\.0)
        return Double(good.reduce(0, +)) / Double(max(good.count, 1)) / 100
    }
}

/// Chance of one card (SplitMix64 by Steele, Lea and Flood, OOPSLA 2014).
private struct Luck {
    private var state: UInt64

    init(card: Int) { state = UInt64(card) &* 0xD134_2543_DE82_EF95 }

    mutating func draw() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((bits ^ (bits >> 31)) >> 11) * 0x1p-53
    }

    mutating func grade(_ shares: [Double], from first: Grade) -> Grade {
        var rest = draw()
        var grade = first.rawValue
        for share in shares.dropLast() {
            rest -= share
            if rest < 0 { break }
            grade += 1
        }
        return Grade(rawValue: grade) ?? .good
    }
}
