import Recall
import RecallTraining

/// Simulates a learner who forgets as FSRS-6 predicts with known parameters; reproducible by its seed.
struct SimulatedLearner {
    let model: MemoryModel
    private var state: UInt64

    init(_ parameters: Parameters, seed: UInt64) {
        model = MemoryModel(parameters)
        state = seed
    }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 33
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    var uniform: Double {
        mutating get { Double(next()) / 0x1p31 }
    }

    /// The reviews of a number of cards, in chronological order.
    mutating func log(cards: Int, until lastDay: Int = 400) -> ReviewLog {
        var rows: [(day: Int, card: Int, order: Int, grade: Grade)] = []
        for card in 0..<cards {
            var day = below(lastDay)
            var grade = Grade.allCases[below(4)]
            var memory = model.memory(afterFirst: grade)
            rows.append((day, card, rows.count, grade))
            while true {
                let days = uniform < 0.2 ? 0 : 1 + below(Int(min(memory.stability * 2, 300)) + 1)
                day += days
                if day >= lastDay { break }
                let recall = model.retrievability(of: memory, after: Double(days))
                grade =
                    uniform < recall && days > 0 || days == 0 && uniform < 0.7
                    ? [.hard, .good, .good, .easy][below(4)] : .again
                memory = model.memory(memory, after: grade, days: days)
                rows.append((day, card, rows.count, grade))
            }
        }
        rows.sort { ($0.day, $0.order) < ($1.day, $1.order) }
        var log = ReviewLog()
        for (index, row) in rows.enumerated() {
            log.append(
                card: Int64(row.card),
                moment: Int64(index),
                day: Int32(row.day),
                grade: row.grade
            )
        }
        return log
    }
}

extension Parameters {
    /// Differ from the defaults by a typical amount.
    static let simulated: Parameters = {
        let values = [
            0.45, 1.9, 4.1, 12.5, 6.9, 0.62, 2.6, 0.03, 1.65, 0.21, 0.98,
            1.62, 0.09, 0.31, 1.4, 0.47, 2.2, 0.62, 0.14, 0.09, 0.21,
        ]
        return (try? Parameters(values)) ?? .default
    }()
}
