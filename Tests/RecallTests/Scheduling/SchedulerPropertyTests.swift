import Testing

@testable import Recall

/// What must be true of every schedule, whatever the card, the rules and the parameters.
struct SchedulerPropertyTests {
    @Test func keepsIntervalsInBoundsAndInOrder() {
        var chance = SplitMix64(seed: 41)
        for number in 0..<Cases.count / 3 {
            let rules = rules(&chance)
            let scheduler = Scheduler(model: MemoryModel(.random(&chance)), rules: rules)
            let card = card(&chance)
            let review = Scheduler.Review(
                moment: Int64(truncatingIfNeeded: chance.next()) >> chance.next(below: 40),
                offset: Int(chance.next(below: 1440)) - 720,
                seed: chance.next(),
                load: chance.next(below: 2) == 0 ? load(&chance) : nil
            )

            let outcomes = scheduler.outcomes(of: card, at: review)

            let longest = rules.longestInterval.clamped(to: 1...36_500)
            let days = outcomes.compactMap { $0.stage == .review ? $0.interval : nil }
            let isFine =
                days.allSatisfy { 1...longest ~= $0 }
                && (card.stage != .review || isRising(outcomes.dropFirst(), to: longest))
                && outcomes.allSatisfy { outcome in
                    outcome.due.map { $0 > review.moment } == true
                        && outcome.reviews == card.reviews + 1
                        && outcome.memory.map { Memory.stabilities ~= $0.stability } == true
                }
                && outcomes == Grade.allCases.map { scheduler.answer($0, to: card, at: review) }
            guard isFine else {
                Issue.record("case \(number): \(rules), \(card), \(review) → \(outcomes)")
                return
            }
        }
    }

    /// Each better grade by a day at least, as far as the maximum lets it.
    private func isRising(_ outcomes: ArraySlice<CardState>, to longest: Int) -> Bool {
        zip(outcomes.dropFirst(), outcomes).allSatisfy { better, worse in
            better.interval > worse.interval || better.interval == longest
        }
    }

    private func rules(_ chance: inout SplitMix64) -> SchedulingRules {
        SchedulingRules(
            retention: chance.next(below: 8) == 0 ? chance.bits() : chance.uniform(0.7, 0.99),
            learning: steps(&chance),
            relearning: steps(&chance),
            goesOnAfterSteps: chance.next(below: 2) == 0,
            longestInterval: Int(truncatingIfNeeded: chance.next()) >> chance.next(below: 64),
            varies: chance.next(below: 4) > 0,
            boundary: DayBoundary(rollover: Int(chance.next(below: 24)))
        )
    }

    private func steps(_ chance: inout SplitMix64) -> Steps {
        Steps(seconds: (0..<chance.next(below: 4)).map { _ in Int(chance.next(below: 200_000)) })
    }

    private func load(_ chance: inout SplitMix64) -> Load {
        Load(counts: (0..<chance.next(below: 100)).map { _ in Int(chance.next(below: 50)) })
    }

    private func card(_ chance: inout SplitMix64) -> CardState {
        let isStrange = chance.next(below: 8) == 0
        func number(_ usual: UInt32, _ chance: inout SplitMix64) -> Int {
            isStrange ? Int(truncatingIfNeeded: chance.next()) : Int(chance.next(below: usual))
        }
        let stages: [CardState.Stage] = [
            .new, .learning(step: number(3, &chance)), .review, .review, .review,
            .relearning(step: number(3, &chance)),
        ]
        let stage = stages[Int(chance.next(below: 6))]
        let memory = Memory(
            stability: isStrange ? chance.bits() : chance.logarithmic(0.01, 3000),
            difficulty: isStrange ? chance.bits() : chance.uniform(1, 10)
        )
        return CardState(
            stage: stage,
            memory: stage == .new ? nil : memory,
            due: nil,
            interval: number(400, &chance),
            reviews: number(40, &chance),
            lapses: number(10, &chance),
            lastReview: nil,
            lastDay: stage == .new ? nil : number(400, &chance) - 200
        )
    }
}
