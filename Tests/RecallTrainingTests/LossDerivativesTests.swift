import Recall
import Testing

@testable import RecallTraining

/// Compares the analytical derivatives with finite differences of a reference implementation of the loss.
struct LossDerivativesTests {
    /// Parameters that reach every branch: growth and lapses, capped or not, same-day floors, and the limits of difficulty.
    static let points: [[Double]] = [
        Parameters.default.values,
        Parameters.simulated.values,
        // Lapses that are capped, and same-day reviews that reduce stability.
        [
            0.5, 1.5, 3, 9, 5, 0.7, 2, 0.3, 1.5, 0.1, 1, 4, 0.01, 0.8, 0.5, 0.9, 3, 1.2, 0.9, 0.6,
            0.5,
        ],
        // Difficulty reaches both of its limits, and the decay is flat.
        [
            0.02, 0.5, 20, 60, 9, 1.9, 3.9, 0.01, 3, 0.5, 0.2, 0.3, 0.2, 0.05, 3, 0.1, 1.2, 0.2,
            0.05, 0.02, 0.1,
        ],
        // Stability grows to a hundred years and shrinks to its minimum.
        [
            0.01, 0.5, 20, 90, 6, 0.7, 2, 0.05, 4.4, 0.01, 3.4, 0.001, 0.01, 0.01, 0.1, 0.9, 5, 0.1,
            0.1, 0.1, 0.8,
        ],
    ]

    @Test(arguments: points)
    func gradientAgreesWithFiniteDifferences(point: [Double]) throws {
        var learner = SimulatedLearner(.simulated, seed: 7)
        let histories = TrainingSet(learner.log(cards: 300))
        let all = histories.batches
        try #require(histories.trainingPredictions > 1000)
        let reference = ReferenceLoss(histories)

        let derivatives = histories.derivatives(
            at: point,
            batches: all,
            curvatureBatches: 0,
            on: .serial
        )

        #expect(abs(derivatives.loss / reference.loss(point) - 1) < 1e-5)
        for k in 0..<LossDerivatives.count {
            // The formulas do not know the ranges, so that the step may leave them.
            let step = 1e-5 * max(point[k], 0.01)
            var (low, high) = (point, point)
            low[k] -= step
            high[k] += step
            let difference = (reference.loss(high) - reference.loss(low)) / (2 * step)
            let scale = max(abs(difference), 1e-3 * reference.loss(point) / max(point[k], 0.01))
            #expect(
                abs(derivatives.gradient[k] - difference) < 2e-3 * scale,
                "w\(k): \(derivatives.gradient[k]), by finite differences \(difference)"
            )
        }
    }

    @Test func gradientDoesNotDependOnTheCurvature() {
        var learner = SimulatedLearner(.simulated, seed: 8)
        let histories = TrainingSet(learner.log(cards: 100))

        func derivatives(withCurvature: Bool) -> LossDerivatives {
            histories.derivatives(
                at: Parameters.default.values,
                batches: histories.batches,
                curvatureBatches: withCurvature ? histories.batches : 0,
                on: .serial
            )
        }

        let (without, with) = (derivatives(withCurvature: false), derivatives(withCurvature: true))
        #expect(without.gradient == with.gradient)
        #expect(without.loss == with.loss)
    }

    @Test func curvatureIsFishersInformation() throws {
        var learner = SimulatedLearner(.simulated, seed: 9)
        let histories = TrainingSet(learner.log(cards: 80))
        try #require(histories.trainingPredictions > 100)
        let reference = ReferenceLoss(histories)
        let point = Parameters.simulated.values

        let derivatives = histories.derivatives(
            at: point,
            batches: histories.batches,
            curvatureBatches: histories.batches,
            on: .serial
        )

        let expected = reference.information(point)
        for i in 0..<LossDerivatives.count {
            for j in 0..<LossDerivatives.count {
                let scale = (expected[i][i] * expected[j][j]).squareRoot() + 1e-6
                let value = derivatives.curvature[i * LossDerivatives.count + j]
                #expect(abs(value - expected[i][j]) < 5e-3 * scale, "w\(i), w\(j)")
            }
        }
    }
}
