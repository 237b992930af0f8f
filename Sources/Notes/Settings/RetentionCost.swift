internal import Recall

/// What it costs in reviews to remember more, as the engine foretells it for cards of usual difficulty.
public enum RetentionCost {
    /// How many times as many reviews a year of a card takes at this retention as at the default one.
    public static func reviews(at retention: Double) -> Double {
        perYear(at: retention) / standard
    }

    private static let standard = perYear(at: StudySettings().retention)

    /// How often a card is reviewed in the year after it was learned.
    ///
    /// Nothing is left to chance: of many cards side by side just the part is forgotten that retention foretells, and
    /// intervals between whole days are now rounded up, now down.
    private static func perYear(at retention: Double) -> Double {
        let cards = 256
        let model = MemoryModel()
        var reviews = 0.0
        for card in 0..<cards {
            // Steps that have no common measure: the golden ratio and the square root of two.
            var recall = Spread(from: Double(card) / Double(cards), step: 0.618_033_988_749_895)
            var rounding = Spread(from: 0, step: 0.414_213_562_373_095)
            var memory = model.memory(afterFirst: card.isMultiple(of: 4) ? .again : .good)
            var day = 0
            while day < year {
                let interval = model.interval(of: memory, for: retention)
                let days = max(1, Int(interval + rounding.next()))
                // Of a wait that ends after the year, the part within it counts.
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

    /// Numbers from 0 to 1 that are spread evenly, however many are taken.
    private struct Spread {
        private var place: Double
        private let step: Double

        init(from place: Double, step: Double) {
            self.place = place
            self.step = step
        }

        mutating func next() -> Double {
            place += step
            if place >= 1 { place -= 1 }
            return place
        }
    }
}
