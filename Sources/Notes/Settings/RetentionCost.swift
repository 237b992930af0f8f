internal import Recall

/// The cost in reviews of a higher retention, simulated for cards of average difficulty.
package enum RetentionCost {
    /// The number of reviews in a card's first year, relative to that at the default retention.
    package static func reviews(at retention: Double) -> Double {
        perYear(at: retention) / standard
    }

    private static let standard = perYear(at: StudySettings().retention)

    /// How often a card is reviewed in the year after it is learned.
    ///
    /// Deterministic: of many simulated cards exactly the predicted fraction is forgotten, and
    /// fractional intervals are rounded alternately up and down.
    private static func perYear(at retention: Double) -> Double {
        let cards = 256
        let model = MemoryModel()
        var reviews = 0.0
        for card in 0..<cards {
            // Incommensurable steps: the golden ratio and the square root of two.
            var recall = Spread(from: Double(card) / Double(cards), step: 0.618_033_988_749_895)
            var rounding = Spread(from: 0, step: 0.414_213_562_373_095)
            var memory = model.memory(afterFirst: card.isMultiple(of: 4) ? .again : .good)
            var day = 0
            while day < year {
                let interval = model.interval(of: memory, for: retention)
                let days = max(1, Int(interval + rounding.next()))
                // An interval that ends after the year counts in part.
                reviews += Double(min(days, year - day)) / Double(days)
                day += days
                let isRecalled =
                    recall.next() < model.retrievability(of: memory, after: Double(days))
                memory = model.memory(memory, after: isRecalled ? .good : .again, days: days)
            }
        }
        return reviews / Double(cards)
    }

    private static let year = 365

    /// A low-discrepancy sequence of numbers from 0 to 1.
    private struct Spread {
        private var position: Double
        private let step: Double

        init(from position: Double, step: Double) {
            self.position = position
            self.step = step
        }

        mutating func next() -> Double {
            position += step
            if position >= 1 { position -= 1 }
            return position
        }
    }
}
