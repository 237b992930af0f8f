import Recall
import Testing
import Threads

@testable import RecallTraining

struct TrainingDataTests {
    /// A packed history: days since the previous review, times four, plus the grade from 0.
    private typealias History = [Int]

    @Test(arguments: [(60, false), (60, true), (20_000, false), (20_000, true)])
    func packsEveryHistoryOnce(cards: Int, isShuffled: Bool) {
        var rows = rows(ofCards: cards)
        let expected = histories(of: rows)
        if isShuffled {
            var learner = SimulatedLearner(.simulated, seed: 3)
            for last in rows.indices.dropFirst().reversed() {
                rows.swapAt(last, learner.below(last + 1))
            }
        }
        var log = ReviewLog()
        for row in rows {
            log.append(card: row.card, moment: row.moment, day: row.day, grade: row.grade)
        }
        let loop = ParallelFor(size: 2)

        let set = TrainingSet(log, on: ParallelRunner { count, body in loop.run(count, body) })

        #expect(packedHistories(set) == expected)
        #expect(set.packedCount < 2 * expected.reduce(0) { $0 + $1.count })
        #expect(set.predictions == expected.reduce(0) { $0 + $1.count { $0 >= 4 } })
    }

    @Test func rowKeepsExtremeValues() {
        let row = PartitionedRows.Row(
            card: PartitionedRows.Row.cardLimit - 1,
            day: .min,
            grade: 4,
            block: 1 << Ages.blockBits - 1
        )

        #expect(MemoryLayout<PartitionedRows.Row>.size == 8)
        #expect(row.card == PartitionedRows.Row.cardLimit - 1)
        #expect(row.day == .min && row.grade == 4)
        #expect(row.block == 1 << Ages.blockBits - 1)
    }

    @Test(arguments: [0, 1, 4096, 4097, 8192, 8193, 1 << 29])
    func agesFitTheirBlocks(rows: Int) {
        let last = max(rows - 1, 0) >> Ages.shift(rows: rows)

        #expect(last < 1 << Ages.blockBits)
        #expect(Ages.counts(rows: rows).count == last + 1)
    }

    @Test func agesGrowFromZeroToOneInChronologicalOrder() {
        var log = ReviewLog()
        for day in 0..<20_000 as Range<Int32> {
            log.append(card: 1 + Int64(day) % 200, moment: Int64(day), day: day, grade: .good)
        }

        let set = TrainingSet(log)

        var ages: [Int: Float] = [:]
        for batch in 0..<set.batches {
            for isOutlier in [false, true] {
                set.forEachGroup(of: batch, isOutlier: isOutlier) { group in
                    for step in 1..<group.count {
                        for lane in 0..<LaneBits.scalarCount {
                            let review = PackedReview(bits: group.reviews[step][lane])
                            guard review.days > 0 else { continue }
                            ages[step] = max(ages[step] ?? 0, review.age)
                        }
                    }
                }
            }
        }
        let inOrder = ages.sorted { $0.key < $1.key }.map(\.value)
        #expect(inOrder == inOrder.sorted() && inOrder.count == 99)
        #expect(abs(inOrder[0] - 1 / 99) < 1e-3 && inOrder.last.map { $0 > 0.999 } == true)
    }

    private struct Row {
        let card: Int64
        let moment: Int64
        let day: Int32
        let grade: Grade
    }

    /// Cards with one to six reviews each, some of them on the same day.
    private func rows(ofCards cards: Int) -> [Row] {
        var learner = SimulatedLearner(.simulated, seed: 11)
        var rows: [Row] = []
        for card in 0..<cards {
            var day = Int32(learner.below(300))
            for _ in 0...learner.below(6) {
                let moment = Int64(day) * 86_400_000 + Int64(rows.count)
                let grade = Grade.allCases[learner.below(4)]
                rows.append(Row(card: Int64(card) * 7, moment: moment, day: day, grade: grade))
                day += Int32(learner.below(20) * learner.below(2))
            }
        }
        return rows.sorted { $0.moment < $1.moment }
    }

    /// Up to the last review on a later day than the previous one, in ascending order.
    private func histories(of rows: [Row]) -> [History] {
        let cards = Dictionary(grouping: rows, by: \.card).values
        return cards.compactMap { rows -> History? in
            var history: History = []
            var last = rows[0].day
            for row in rows {
                history.append(Int(row.day - last) << 2 | Int(row.grade.rawValue - 1))
                last = row.day
            }
            return history.lastIndex { $0 >= 4 }.map { Array(history[...$0]) }
        }
        .sorted { $0.lexicographicallyPrecedes($1) }
    }

    private func packedHistories(_ set: TrainingSet) -> [History] {
        var histories: [History] = []
        for batch in 0..<set.batches {
            for isOutlier in [false, true] {
                set.forEachGroup(of: batch, isOutlier: isOutlier) { group in
                    for lane in 0..<LaneBits.scalarCount {
                        let history = (0..<group.count).map { step in
                            let review = PackedReview(bits: group.reviews[step][lane])
                            return review.days << 2 | Int(review.grade.rawValue - 1)
                        }
                        guard let last = history.lastIndex(where: { $0 >= 4 }) else { continue }
                        if history[0] != group.grade { histories.append([-1]) }
                        histories.append(Array(history[...last]))
                    }
                }
            }
        }
        return histories.sorted { $0.lexicographicallyPrecedes($1) }
    }
}

extension TrainingSet {
    /// The number of stored reviews, including padding.
    var packedCount: Int {
        var count = 0
        for batch in 0..<batches {
            for isOutlier in [false, true] {
                forEachGroup(of: batch, isOutlier: isOutlier) { group in
                    count += group.count * LaneBits.scalarCount
                }
            }
        }
        return count
    }
}
