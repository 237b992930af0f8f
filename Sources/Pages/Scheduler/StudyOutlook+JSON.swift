import JSON
package import LibraryValues
import Recall

extension StudyOutlook {
    /// The parameters, and the numbers from which the engine in the browser simulates; the retention is filled in there.
    package var json: [UInt8] {
        JSONWriter.object {
            $0.set("parameters", parameters.values)
            $0.set("numbers", numbers)
        }
    }

    private static func numbers(_ grades: SIMD4<Double>) -> [Double] {
        [grades[0], grades[1], grades[2], grades[3]]
    }

    private var numbers: [Double] {
        let head =
            Self.numbers(habits.firstGrades) + Self.numbers(habits.passingGrades) + [
                habits.secondsToLearn, habits.secondsToReview, habits.secondsToRelearn,
                Double(habits.newPerDay), Double(habits.reviewsPerDay), Double(unseen), scale, 0,
            ]
        return head
            + cards.flatMap {
                [
                    $0.memory.stability, $0.memory.difficulty, $0.daysSinceReview, Double($0.due),
                ]
            }
    }
}
