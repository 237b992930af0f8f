import Recall
import Testing

@testable import RecallTraining

/// The slopes worked out by hand against differences of the loss that the engine itself gives.
struct SlopeTests {
    /// Parameters that reach every branch: growth and lapses, capped or not, floors of one day, difficulty at its ends.
    static let points: [[Double]] = [
        Parameters.default.values,
        Parameters.ofStudent.values,
        // A lapse that the ceiling cuts, and same-day reviews that shrink a memory.
        [
            0.5, 1.5, 3, 9, 5, 0.7, 2, 0.3, 1.5, 0.1, 1, 4, 0.01, 0.8, 0.5, 0.9, 3, 1.2, 0.9, 0.6,
            0.5,
        ],
        // Difficulty runs into both of its ends, and decay is flat.
        [
            0.02, 0.5, 20, 60, 9, 1.9, 3.9, 0.01, 3, 0.5, 0.2, 0.3, 0.2, 0.05, 3, 0.1, 1.2, 0.2,
            0.05, 0.02, 0.1,
        ],
        // Memories that grow to a hundred years and shrink to nothing.
        [
            0.01, 0.5, 20, 90, 6, 0.7, 2, 0.05, 4.4, 0.01, 3.4, 0.001, 0.01, 0.01, 0.1, 0.9, 5, 0.1,
            0.1, 0.1, 0.8,
        ],
    ]

    @Test(arguments: points)
    func agreesWithDifferencesForEveryParameter(point: [Double]) throws {
        var student = Student(.ofStudent, seed: 7)
        let histories = TrainingSet(student.log(cards: 300))
        let all = histories.shares
        try #require(histories.learnt > 1000)
        let reference = Reference(histories)

        let slope = histories.slope(
            at: point,
            shares: all,
            bent: 0,
            recency: Recency(),
            on: .one
        )

        #expect(abs(slope.loss / reference.loss(point) - 1) < 1e-5)
        for k in 0..<Slope.count {
            // At a bound of its range a parameter may still be moved: the formulas know no ranges.
            let step = 1e-5 * max(point[k], 0.01)
            var (low, high) = (point, point)
            low[k] -= step
            high[k] += step
            let difference = (reference.loss(high) - reference.loss(low)) / (2 * step)
            let scale = max(abs(difference), 1e-3 * reference.loss(point) / max(point[k], 0.01))
            #expect(
                abs(slope.gradient[k] - difference) < 2e-3 * scale,
                "w\(k): \(slope.gradient[k]), by differences \(difference)"
            )
        }
    }

    @Test func doesNotDependOnWhetherTheCurvatureIsAskedFor() {
        var student = Student(.ofStudent, seed: 8)
        let histories = TrainingSet(student.log(cards: 100))

        func slope(withCurvature: Bool) -> Slope {
            histories.slope(
                at: Parameters.default.values,
                shares: histories.shares,
                bent: withCurvature ? histories.shares : 0,
                recency: Recency(),
                on: .one
            )
        }

        let (straight, bent) = (slope(withCurvature: false), slope(withCurvature: true))
        #expect(straight.gradient == bent.gradient)
        #expect(straight.loss == bent.loss)
    }

    @Test func curvatureIsTheMeanSquareOfSlopes() throws {
        var student = Student(.ofStudent, seed: 9)
        let histories = TrainingSet(student.log(cards: 80))
        try #require(histories.learnt > 100)
        let reference = Reference(histories)
        let point = Parameters.ofStudent.values

        let slope = histories.slope(
            at: point,
            shares: histories.shares,
            bent: histories.shares,
            recency: Recency(),
            on: .one
        )

        let expected = reference.information(point)
        for i in 0..<Slope.count {
            for j in 0..<Slope.count {
                let scale = (expected[i][i] * expected[j][j]).squareRoot() + 1e-6
                let value = slope.curvature[i * Slope.count + j]
                #expect(abs(value - expected[i][j]) < 5e-3 * scale, "w\(i), w\(j)")
            }
        }
    }
}
