import Languages
import Notes

/// What a target retention means to a learner: how much is remembered, and how many reviews that takes.
struct RetentionDescription {
    let percent: Int

    /// The sentences for all positions of the slider.
    static var all: [String] {
        percents.map { RetentionDescription(percent: $0).sentence.description }
    }

    /// The range of the slider.
    static let percents: ClosedRange<Int> = 70...99

    /// The relative number of reviews at each position; cached, because it takes a while to compute.
    private static let costs = percents.map { RetentionCost.reviews(at: Double($0) / 100) }

    var sentence: Phrase {
        "You’ll remember about \(percent) of 100 cards when they come up. \(cost)"
    }

    private var cost: Phrase {
        let usual = percentage(StudySettings().retention)
        let times = Self.costs[percent - Self.percents.lowerBound]
        // Rounded to 5 %, because it is a forecast.
        let change = Int(((times - 1) * 20).rounded()) * 5
        switch change {
        case _ where percent == usual: return "This suits most people."
        case 90...110: return "This takes about twice as many reviews as \(usual)."
        case 111...:
            return "This takes about \(Int(times.rounded())) times as many reviews as \(usual)."
        case 5...: return "This takes about \(change)% more reviews than \(usual)."
        case ...(-5): return "This takes about \(-change)% fewer reviews than \(usual)."
        default: return "This takes about as many reviews as \(usual)."
        }
    }
}
