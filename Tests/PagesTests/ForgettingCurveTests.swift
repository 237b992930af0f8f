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
        let memory = Memory(stability: 100, difficulty: 5)
        let days = recalls.count + 1
        let all = [nil] + recalls.map(Optional.some)
        let entries = all.enumerated().map { day, recall in
            CardLog.Entry(
                moment: Moment(milliseconds: Int64(day) * 86_400_000),
                offset: 0,
                kind: .review(.good),
                duration: 1_000,
                recall: recall,
                memory: memory,
                interval: 100
            )
        }
        let log = CardLog(
            card: CardID(note: NoteID(rawValue: 1), face: .template(1)),
            prompt: "apple",
            entries: entries,
            memory: memory,
            lastReview: entries.last?.moment,
            desiredRetention: target,
            parameters: .default,
            now: Moment(milliseconds: Int64(days) * 86_400_000),
            offset: 0
        )

        #expect(ForgettingCurve(log: log).least == least)
    }
}
