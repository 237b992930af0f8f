import LibraryValues
import Notes
import Recall
import Testing

@testable import Pages

struct ForgettingCurveTests {
    /// The axis begins at the quarter below the lowest point: of the past, of the future, and of the target.
    @Test(arguments: [
        ([0.95, 0.91], 0.9, 75), ([0.95, 0.4], 0.9, 25), ([0.95, 0.2], 0.9, 0), ([], 0.9, 75),
        ([], 0.7, 50),
    ])
    func axisBeginsBelowTheLowestPoint(recalls: [Double], target: Double, least: Int) {
        let days = recalls.count + 1
        let log = log(recalls: recalls, target: target, now: days)

        #expect(ForgettingCurve(log: log).least == least)
    }

    /// The target of 90% is reached 100 days after the review on day 0.
    @Test(arguments: [(0, 150), (60, 150), (100, 150), (120, 170), (1_000, 1_050)])
    func futureFollowsThePresentAndTheDueDate(now: Int, end: Int) {
        let curve = ForgettingCurve(log: log(recalls: [], target: 0.9, now: now))

        #expect(curve.endDay == StatisticsDay(number: end))
    }

    /// The log of a card that is forgotten slowly and was reviewed every day from day 0 on.
    private func log(recalls: [Double], target: Double, now: Int) -> CardLog {
        let memory = Memory(stability: 100, difficulty: 5)
        let all = [nil] + recalls.map(Optional.some)
        let entries = all.enumerated().map { day, recall in
            CardLog.Entry(
                moment: noon(of: day),
                offset: 0,
                kind: .review(.good),
                duration: 1_000,
                recall: recall,
                memory: memory,
                interval: 100
            )
        }
        return CardLog(
            card: CardID(note: NoteID(rawValue: 1), face: .template(1)),
            prompt: "apple",
            entries: entries,
            memory: memory,
            lastReview: entries.last?.moment,
            desiredRetention: target,
            parameters: .default,
            now: noon(of: now),
            offset: 0
        )
    }

    private func noon(of day: Int) -> Moment {
        Moment(milliseconds: Int64(day) * 86_400_000 + 43_200_000)
    }
}
