import Foundation
import Recall
import RecallTraining
import Testing

/// Compares evaluations with those of fsrs-rs.
struct EvaluationTests {
    private struct ExpectedEvaluation: Decodable {
        let parameters: [Double]
        let predictions: Int
        let recent_log_loss: Double
        let rmse_bins: Double
        let log_loss: Double
        let auc: Double
    }

    private static func resource(_ name: String) throws -> Data {
        try Data(contentsOf: Bundle.module.bundleURL.appending(path: "Resources/\(name)"))
    }

    private static func log() throws -> ReviewLog {
        var reader = ReviewLogReader { Int32(($0 - 4 * 3_600_000) / 86_400_000) }
        try resource("log.csv").withUnsafeBytes { try reader.read($0) }
        return try reader.finish()
    }

    @Test func agreesWithOtherImplementations() throws {
        let expectations = try JSONDecoder().decode(
            [ExpectedEvaluation].self,
            from: Self.resource("evaluations.json")
        )
        let training = Training(try Self.log())

        #expect(expectations.count == 2)
        for expected in expectations {
            let evaluation = training.evaluation(of: try Parameters(expected.parameters))

            #expect(evaluation.predictions == expected.predictions)
            #expect(abs(evaluation.recentLogLoss - expected.recent_log_loss) < 1e-5)
            #expect(abs(evaluation.rmseBins - expected.rmse_bins) < 1e-5)
            #expect(abs(evaluation.logLoss - expected.log_loss) < 1e-8)
            #expect(abs(evaluation.auc - expected.auc) < 1e-4)
        }
    }

    @Test func parallelMemoriesEqualSerialOnes() throws {
        let log = try Self.log()
        let model = MemoryModel(.simulated)
        let histories = log.histories()

        let serial = model.memories(of: histories)

        #expect(model.memories(of: histories, on: .serial) == serial)
        #expect(serial.count == log.cards.count)
    }

    @Test func evaluatesAFairCoinCorrectly() {
        var log = ReviewLog()
        for card in 0..<400 {
            log.append(card: Int64(card), moment: 0, day: 0, grade: .good)
            log.append(card: Int64(card), moment: 1, day: 2, grade: card % 2 == 0 ? .good : .again)
        }

        let evaluation = Training(log).evaluation(of: .default)

        let recall = MemoryModel().retrievability(
            of: MemoryModel().memory(afterFirst: .good),
            after: 2
        )
        #expect(evaluation.auc == 0.5)
        #expect(evaluation.retention == 0.5)
        #expect(abs(evaluation.rmseBins - (recall - 0.5)) < 1e-12)
    }
}
