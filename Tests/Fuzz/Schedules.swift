import Recall
import RecallTraining

/// Reads parameters from text and from bits, and checks every schedule with them against invariants.
func schedule(_ bytes: [UInt8]) {
    if let parameters = try? Parameters(text: String(decoding: bytes, as: UTF8.self)) {
        let printed = parameters.values.map { "\($0)" }.joined(separator: ",")
        precondition((try? Parameters(text: "[\(printed)]")) == parameters)
        simulate(parameters, bytes)
    }
    var source = Source(bytes: bytes[...])
    let count = [17, 19, 21][Int(source.byte() % 3)]
    let values = (0..<count).map { _ in source.double() }
    let parameters = try? Parameters(values)
    // Any numbers are accepted, and nothing else.
    precondition((parameters != nil) == values.allSatisfy(\.isFinite))
    if let parameters { simulate(parameters, Array(source.bytes)) }
}

/// Simulates reviews of one card.
private func simulate(_ parameters: Parameters, _ bytes: [UInt8]) {
    precondition(zip(parameters.values, Parameters.ranges).allSatisfy { $1.contains($0) })
    var source = Source(bytes: bytes[...])
    let model = MemoryModel(parameters)
    let rules = SchedulingRules(
        retention: source.double(),
        learning: Steps(seconds: (0..<source.byte() % 4).map { _ in source.number() }),
        relearning: Steps(seconds: (0..<source.byte() % 4).map { _ in source.number() }),
        allowsSameDayAfterSteps: source.byte() % 2 == 0,
        maximumInterval: source.number(),
        usesFuzz: source.byte() % 4 > 0,
        boundary: DayBoundary(rollover: source.number())
    )
    let longest = min(max(rules.maximumInterval, 1), 36_500)
    let scheduler = Scheduler(model: model, rules: rules)
    var card = CardState.new
    if source.byte() % 2 == 0 {
        let memory = model.memory(
            interval: source.double(),
            ease: source.double(),
            retention: source.double()
        )
        check(memory, model, source.double())
        card = CardState(
            stage: .review,
            memory: memory,
            due: nil,
            interval: source.number(),
            reviews: source.number(),
            lapses: source.number(),
            lastReview: Int64(source.number()),
            lastDay: source.number()
        )
    }
    var moment = Int64(source.number())
    while !source.bytes.isEmpty {
        let review = Scheduler.Review(
            moment: moment,
            offset: source.number(),
            seed: UInt64(bitPattern: Int64(source.number()))
        )
        let outcomes = scheduler.outcomes(of: card, at: review)
        for outcome in outcomes {
            guard let memory = outcome.memory else {
                preconditionFailure("a review leaves a memory")
            }
            check(memory, model, source.double())
            if outcome.stage == .review { precondition(1...longest ~= outcome.interval) }
            precondition(outcome.due.map { $0 > review.moment } == true)
        }
        if card.stage == .review {
            for (worse, better) in zip(outcomes.dropFirst(), outcomes.dropFirst(2)) {
                precondition(better.interval > worse.interval || better.interval == longest)
            }
        }
        card = outcomes[Int(source.byte() % 4)]
        moment &+= Int64(source.number())
    }
}

private func check(_ memory: Memory, _ model: MemoryModel, _ number: Double) {
    precondition(Memory.stabilityRange ~= memory.stability)
    precondition(Memory.difficultyRange ~= memory.difficulty)
    precondition(0...1 ~= model.retrievability(of: memory, after: number))
    let days = model.interval(of: memory, for: number)
    precondition(days >= 0 && days.isFinite)
}

/// Numbers from bytes; zeros when there are no more.
private struct Source {
    private(set) var bytes: ArraySlice<UInt8>

    init(bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

    mutating func double() -> Double { Double(bitPattern: word()) }

    /// A small number or any number.
    mutating func number() -> Int {
        let bits = byte()
        let word = Int(truncatingIfNeeded: Int64(bitPattern: word()))
        return word >> Int(bits & 63)
    }

    private mutating func word() -> UInt64 {
        (0..<8).reduce(0) { word, _ in word << 8 | UInt64(byte()) }
    }
}
