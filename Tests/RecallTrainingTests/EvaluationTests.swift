import Foundation
import Recall
import RecallTraining
import Testing

/// Our judgement of parameters beside that of the field's own engine.
struct EvaluationTests {
    private struct Verdict: Decodable {
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

    @Test func agreesWithTheFieldsOwn() throws {
        let verdicts = try JSONDecoder().decode(
            [Verdict].self,
            from: Self.resource("evaluations.json")
        )
        let training = Training(try Self.log())

        #expect(verdicts.count == 2)
        for verdict in verdicts {
            let evaluation = training.evaluation(of: try Parameters(verdict.parameters))

            #expect(evaluation.predictions == verdict.predictions)
            #expect(abs(evaluation.recentLogLoss - verdict.recent_log_loss) < 1e-5)
            #expect(abs(evaluation.rmseBins - verdict.rmse_bins) < 1e-5)
            #expect(abs(evaluation.logLoss - verdict.log_loss) < 1e-8)
            #expect(abs(evaluation.auc - verdict.auc) < 1e-4)
        }
    }

    @Test func memoriesAreThoseOfOneReviewAfterTheOther() throws {
        let log = try Self.log()
        let model = MemoryModel(.ofStudent)
        let histories = log.histories()

        let alone = model.memories(of: histories)

        #expect(model.memories(of: histories, on: .one) == alone)
        #expect(alone.count == log.cards.count)
    }

    @Test func aCoinIsForetoldAsACoin() {
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
