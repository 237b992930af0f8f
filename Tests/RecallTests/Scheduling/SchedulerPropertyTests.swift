import Testing

@testable import Recall

/// Properties of every schedule, for any card, rules and parameters.
struct SchedulerPropertyTests {
    @Test func keepsIntervalsWithinBoundsAndInOrder() {
        var random = SplitMix64(seed: 41)
        for number in 0..<Cases.count / 3 {
            let rules = rules(&random)
            let scheduler = Scheduler(model: MemoryModel(.random(&random)), rules: rules)
            let card = card(&random)
            let review = Scheduler.Review(
                moment: Int64(truncatingIfNeeded: random.next()) >> random.next(below: 40),
                offset: Int(random.next(below: 1440)) - 720,
                seed: random.next(),
                load: random.next(below: 2) == 0 ? load(&random) : nil
            )

            let outcomes = scheduler.outcomes(of: card, at: review)

            let longest = rules.maximumInterval.clamped(to: 1...36_500)
            let days = outcomes.compactMap { $0.stage == .review ? $0.interval : nil }
            let isFine =
                days.allSatisfy { 1...longest ~= $0 }
                && (card.stage != .review || isRising(outcomes.dropFirst(), to: longest))
                && outcomes.allSatisfy { outcome in
                    outcome.due.map { $0 > review.moment } == true
                        && outcome.reviews == (card.reviews + 1).clamped(to: CardState.counts)
                        && outcome.memory.map { Memory.stabilityRange ~= $0.stability } == true
                }
                && outcomes == Grade.allCases.map { scheduler.answer($0, to: card, at: review) }
            guard isFine else {
                Issue.record("case \(number): \(rules), \(card), \(review) → \(outcomes)")
                return
            }
        }
    }

    /// Each better grade gives at least one day more, up to the maximum.
    private func isRising(_ outcomes: ArraySlice<CardState>, to longest: Int) -> Bool {
        zip(outcomes.dropFirst(), outcomes).allSatisfy { better, worse in
            better.interval > worse.interval || better.interval == longest
        }
    }

    private func rules(_ random: inout SplitMix64) -> SchedulingRules {
        SchedulingRules(
            retention: random.next(below: 8) == 0 ? random.bits() : random.uniform(0.7, 0.99),
            learning: steps(&random),
            relearning: steps(&random),
            allowsSameDayAfterSteps: random.next(below: 2) == 0,
            maximumInterval: Int(truncatingIfNeeded: random.next()) >> random.next(below: 64),
            usesFuzz: random.next(below: 4) > 0,
            boundary: DayBoundary(rollover: Int(random.next(below: 24)))
        )
    }

    private func steps(_ random: inout SplitMix64) -> Steps {
        Steps(seconds: (0..<random.next(below: 4)).map { _ in Int(random.next(below: 200_000)) })
    }

    private func load(_ random: inout SplitMix64) -> ReviewLoad {
        ReviewLoad(counts: (0..<random.next(below: 100)).map { _ in Int(random.next(below: 50)) })
    }

    private func card(_ random: inout SplitMix64) -> CardState {
        let isStrange = random.next(below: 8) == 0
        func number(_ usual: UInt32, _ random: inout SplitMix64) -> Int {
            isStrange ? Int(truncatingIfNeeded: random.next()) : Int(random.next(below: usual))
        }
        let stages: [CardState.Stage] = [
            .new, .learning(step: number(3, &random)), .review, .review, .review,
            .relearning(step: number(3, &random)),
        ]
        let stage = stages[Int(random.next(below: 6))]
        let memory = Memory(
            stability: isStrange ? random.bits() : random.logarithmic(0.01, 3000),
            difficulty: isStrange ? random.bits() : random.uniform(1, 10)
        )
        return CardState(
            stage: stage,
            memory: stage == .new ? nil : memory,
            due: nil,
            interval: number(400, &random),
            reviews: number(40, &random),
            lapses: number(10, &random),
            lastReview: nil,
            lastDay: stage == .new ? nil : number(400, &random) - 200
        )
    }
}
