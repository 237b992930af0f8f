import Recall

/// What a target retention costs whoever learns new cards for a year, simulated with the parameters and grades of a log.
struct TargetCost {
    /// In percent.
    let target: Int
    let minutesPerDay: Double
    let reviewsPerDay: Double
    /// How many cards are remembered after the year.
    let remembered: Double

    private static let days = 365
    private static let targets = [70, 75, 80, 85, 88, 90, 92, 94, 96, 98]

    static func all(with parameters: Parameters, _ habits: StudyHabits) -> [TargetCost] {
        var habits = habits
        // Otherwise a target that takes more than the limit would seem to cost no more than that.
        habits.reviewsPerDay = 10_000
        let simulation = StudySimulation(
            model: MemoryModel(parameters),
            habits: habits,
            cards: [],
            unseen: habits.newPerDay * days,
            scale: 1
        )
        return targets.map { target in
            let outcome = simulation.outcome(at: Double(target) / 100, days: days)
            return TargetCost(
                target: target,
                minutesPerDay: outcome.seconds / 60 / Double(days),
                reviewsPerDay: outcome.reviews / Double(days),
                remembered: outcome.remembered
            )
        }
    }

    var json: String {
        #"{"retention":\#(Double(target) / 100),"minutes_a_day":\#(minutesPerDay),"#
            + #""reviews_a_day":\#(reviewsPerDay),"remembered":\#(remembered)}"#
    }

    /// A line of a table.
    var text: String {
        func column(_ text: String, _ width: Int) -> String {
            String(repeating: " ", count: max(width - text.count, 0)) + text
        }
        return column("\(target)%", 8) + column(minutesPerDay.rounded(to: 1), 15)
            + column("\(Int(reviewsPerDay.rounded()))", 15)
            + column("\(Int(remembered.rounded()))", 25)
    }

    static let head = "  target  minutes a day  reviews a day  remembered after a year"
}
