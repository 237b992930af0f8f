import Recall

/// Simulates a learner who forgets as FSRS-6 predicts with parameters of their own, and who studies as people do: with
/// learning steps within the day, missed days, and all four grades.
struct Learner {
    /// A row of a review log, in the columns of the FSRS tools.
    struct Row {
        let moment: Int64
        let card: Int64
        let grade: UInt8
        let state: UInt8
        let duration: UInt32
    }

    private static let firstMorning: Int64 = 1_600_000_000_000 / 86_400_000 * 86_400_000
    private static let period = 1000

    private let model: MemoryModel
    private var random: SplitMix64

    /// The same learner for the same `learner`, whatever the seed; the first differs from the defaults by a typical amount.
    init(seed: UInt64, learner: UInt64 = 0) throws {
        var traits = SplitMix64(state: learner &* 0x5851_f42d_4c95_7f2d)
        model = MemoryModel(learner == 0 ? try Parameters(Self.typical) : try .drawn(&traits))
        random = SplitMix64(state: seed)
    }

    private static let typical = [
        0.45, 1.9, 4.1, 12.5, 6.9, 0.62, 2.6, 0.03, 1.65, 0.21, 0.98,
        1.62, 0.09, 0.31, 1.4, 0.47, 2.2, 0.62, 0.14, 0.09, 0.21,
    ]

    /// The first `count` reviews of a learner with a tenth as many cards.
    mutating func log(of count: Int) -> [Row] {
        var rows: [Row] = []
        rows.reserveCapacity(count + count / 4)
        var card: Int64 = 1_600_000_000_000
        for _ in 0..<(count / 8 + 1) {
            card += 1 + Int64(random.below(1000))
            study(card, into: &rows)
        }
        rows.sort { ($0.moment, $0.card) < ($1.moment, $1.card) }
        return Array(rows.prefix(count))
    }

    private mutating func study(_ card: Int64, into rows: inout [Row]) {
        var day = random.below(Self.period)
        var grade = random.pick([0.22, 0.1, 0.55, 0.13])
        var memory = model.memory(afterFirst: grade)
        var minute = 300 + random.below(900)
        add(card, day, minute, grade, 1, &rows)
        // Some cards are given up.
        let last = random.uniform < 0.2 ? day + random.below(60) : Self.period
        while true {
            // Steps within the day, until the answer is good.
            var steps = 0
            while grade.rawValue < 3 || (steps == 0 && random.uniform < 0.4), steps < 4 {
                grade = random.pick([0.12, 0.08, 0.72, 0.08])
                memory = model.memory(memory, after: grade, days: 0)
                minute += 1 + random.below(12)
                add(card, day, minute, grade, 1, &rows)
                steps += 1
            }
            let interval = max(
                1,
                model.interval(of: memory, for: 0.88) * (0.9 + 0.2 * random.uniform)
            )
            let late = random.uniform < 0.15 ? random.below(2 + Int(interval / 3)) : 0
            let days = Int(min(interval.rounded(), 3650)) + late
            day += days
            guard day < last else { return }
            let recall = model.retrievability(of: memory, after: Double(days))
            grade = random.uniform < recall ? random.pick([0, 0.12, 0.79, 0.09]) : .again
            memory = model.memory(memory, after: grade, days: days)
            minute = 300 + random.below(900)
            add(card, day, minute, grade, 2, &rows)
        }
    }

    private mutating func add(
        _ card: Int64,
        _ day: Int,
        _ minute: Int,
        _ grade: Grade,
        _ state: UInt8,
        _ rows: inout [Row]
    ) {
        let moment = Self.firstMorning + Int64(day) * 86_400_000 + Int64(minute) * 60_000
        rows.append(
            Row(
                moment: moment + Int64(random.below(60_000)),
                card: card,
                grade: grade.rawValue,
                state: state,
                duration: UInt32(1200 + random.below(9000))
            )
        )
    }
}

extension Parameters {
    /// A random learner: half as far from the defaults as the fits of 10,000 collections are.
    ///
    /// The other half is the random error of those fits. First stabilities differ by factors that are mostly the same for all
    /// four.
    fileprivate static func drawn(_ random: inout SplitMix64) throws -> Parameters {
        var values = Parameters.default.values
        let pace = 0.6 * random.normal
        for k in 0..<4 { values[k] *= .exp(pace + 0.4 * random.normal) }
        values[..<4].sort()
        let deviations = [
            0.57, 0.28, 0.6, 0.12, 0.39, 0.18, 0.33, 0.3, 0.09, 0.16, 0.57, 0.25, 1.03, 0.31, 0.32,
            0.14, 0.27,
        ]
        for (k, deviation) in zip(4..., deviations) { values[k] += deviation / 2 * random.normal }
        return try Parameters(values)
    }
}

/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014), so that a seed always gives the same log.
struct SplitMix64 {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
        bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
        return bits ^ (bits >> 31)
    }

    var uniform: Double {
        mutating get { Double(next() >> 11) * 0x1p-53 }
    }

    var normal: Double {
        mutating get { (0..<12).reduce(-6) { sum, _ in sum + uniform } }
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    mutating func pick(_ shares: [Double]) -> Grade {
        var rest = uniform
        for (share, grade) in zip(shares, Grade.allCases) {
            rest -= share
            if rest < 0 { return grade }
        }
        return .good
    }
}
