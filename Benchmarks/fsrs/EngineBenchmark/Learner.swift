import Recall

/// A simulated learner who forgets according to FSRS-6 with parameters of their own, and studies realistically: learning
/// steps within the day, missed days, answers of all four grades.
struct Learner {
    /// One row of a review log, with the columns of other FSRS programs.
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
    private var chance: Chance

    /// The same learner for the same `learner`, whatever the seed; the first differs from the defaults by a usual amount.
    init(seed: UInt64, learner: UInt64 = 0) throws {
        var nature = Chance(state: learner &* 0x5851_f42d_4c95_7f2d)
        model = MemoryModel(learner == 0 ? try Parameters(Self.usual) : try .drawn(&nature))
        chance = Chance(state: seed)
    }

    private static let usual = [
        0.45, 1.9, 4.1, 12.5, 6.9, 0.62, 2.6, 0.03, 1.65, 0.21, 0.98,
        1.62, 0.09, 0.31, 1.4, 0.47, 2.2, 0.62, 0.14, 0.09, 0.21,
    ]

    /// The first `count` reviews of a learner with a tenth as many cards.
    mutating func log(of count: Int) -> [Row] {
        var rows: [Row] = []
        rows.reserveCapacity(count + count / 4)
        var card: Int64 = 1_600_000_000_000
        for _ in 0..<(count / 8 + 1) {
            card += 1 + Int64(chance.below(1000))
            study(card, into: &rows)
        }
        rows.sort { ($0.moment, $0.card) < ($1.moment, $1.card) }
        return Array(rows.prefix(count))
    }

    private mutating func study(_ card: Int64, into rows: inout [Row]) {
        var day = chance.below(Self.period)
        var grade = chance.pick([0.22, 0.1, 0.55, 0.13])
        var memory = model.memory(afterFirst: grade)
        var minute = 300 + chance.below(900)
        add(card, day, minute, grade, 1, &rows)
        // Some cards are abandoned.
        let last = chance.uniform < 0.2 ? day + chance.below(60) : Self.period
        while true {
            // Learning steps within the day until the answer is good.
            var steps = 0
            while grade.rawValue < 3 || (steps == 0 && chance.uniform < 0.4), steps < 4 {
                grade = chance.pick([0.12, 0.08, 0.72, 0.08])
                memory = model.memory(memory, after: grade, days: 0)
                minute += 1 + chance.below(12)
                add(card, day, minute, grade, 1, &rows)
                steps += 1
            }
            let interval = max(
                1,
                model.interval(of: memory, for: 0.88) * (0.9 + 0.2 * chance.uniform)
            )
            let late = chance.uniform < 0.15 ? chance.below(2 + Int(interval / 3)) : 0
            let days = Int(min(interval.rounded(), 3650)) + late
            day += days
            guard day < last else { return }
            let recall = model.retrievability(of: memory, after: Double(days))
            grade = chance.uniform < recall ? chance.pick([0, 0.12, 0.79, 0.09]) : .again
            memory = model.memory(memory, after: grade, days: days)
            minute = 300 + chance.below(900)
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
                moment: moment + Int64(chance.below(60_000)),
                card: card,
                grade: grade.rawValue,
                state: state,
                duration: UInt32(1200 + chance.below(9000))
            )
        )
    }
}

extension Parameters {
    /// Another learner, half as far from the defaults as the parameters fitted to 10,000 collections.
    ///
    /// The other half is the noise of those fits. First stabilities differ by factors, most of each common to all four.
    fileprivate static func drawn(_ chance: inout Chance) throws -> Parameters {
        var values = Parameters.default.values
        let pace = 0.6 * chance.normal
        for place in 0..<4 { values[place] *= .exp(pace + 0.4 * chance.normal) }
        values[..<4].sort()
        let spreads = [
            0.57, 0.28, 0.6, 0.12, 0.39, 0.18, 0.33, 0.3, 0.09, 0.16, 0.57, 0.25, 1.03, 0.31, 0.32,
            0.14, 0.27,
        ]
        for (place, spread) in zip(4..., spreads) { values[place] += spread / 2 * chance.normal }
        return try Parameters(values)
    }
}

/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014): the same log for the same seed on every machine.
struct Chance {
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
