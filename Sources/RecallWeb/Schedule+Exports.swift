import Recall

// The schedule. Cards are exchanged through the buffer, ten 64-bit floats each:
//
//   0 stage (0 new, 1 learning, 2 review, 3 relearning)   1 step   2 stability in days   3 difficulty
//   4 due, in milliseconds   5 interval in days   6 reviews   7 lapses
//   8 moment of the last review, in milliseconds   9 day of the last review
//
// A missing value is NaN. Moments are those of the learner's clock, and offsets the minutes that it is ahead of UTC. The
// seed of a card determines the fuzz of its intervals and never changes, neither here nor on the server.

nonisolated(unsafe) var scheduler = Scheduler()

/// Reads FSRS parameters (21, or 19 or 17 of an older version) from the buffer; 0 if read, else 1.
@_expose(wasm, "parameters")
@c(recall_parameters)
func setParameters(count: Int32) -> Int32 {
    guard
        let numbers = buffer.numbers(from: 0, count: Int(count)),
        let parameters = try? Parameters(Array(numbers))
    else { return 1 }
    scheduler = Scheduler(model: MemoryModel(parameters), rules: scheduler.rules)
    return 0
}

/// Reads the scheduling rules from the buffer, as 64-bit floats; 0 if read, else 1.
///
/// Retention (0…1) · maximum interval in days · whether intervals are fuzzed (1 or 0) · whether weak cards return on the
/// same day after the last step · leech threshold · hour at which a day begins · number of learning steps, and their
/// seconds · number of relearning steps, and their seconds.
@_expose(wasm, "rules")
@c(recall_rules)
func setRules(count: Int32) -> Int32 {
    guard
        let numbers = buffer.numbers(from: 0, count: Int(count)),
        let rules = SchedulingRules(numbers)
    else { return 1 }
    scheduler = Scheduler(model: scheduler.model, rules: rules)
    return 0
}

/// Computes the card's next state for each grade; returns 4, or 0 if the buffer contains no valid card.
///
/// The buffer contains the card and then, as 64-bit floats, how many cards are due on each of the coming `load` days,
/// tomorrow first (0: unknown). Afterwards it contains four cards, again to easy, with two further numbers each, so
/// twelve: the delay until the card returns, and whether that is in days (1) or seconds (0).
@_expose(wasm, "outcomes")
@c(recall_outcomes)
func outcomes(
    moment: Double,
    offset: Int32,
    seedLow: UInt32,
    seedHigh: UInt32,
    load: Int32
) -> Int32 {
    guard
        let numbers = buffer.numbers(from: 0, count: CardState.numberCount),
        let coming = buffer.numbers(from: CardState.numberCount, count: Int(load)),
        let card = CardState(numbers),
        let moment = milliseconds(moment)
    else { return 0 }
    let review = Scheduler.Review(
        moment: moment,
        offset: Int(offset),
        seed: UInt64(seedHigh) << 32 | UInt64(seedLow),
        load: load == 0 ? nil : ReviewLoad(counts: coming.map { Int(exactly: $0) ?? 0 })
    )
    let outcomes = scheduler.outcomes(of: card, at: review)
    let size = CardState.numberCount + 2
    guard buffer.reserve(2 * size * outcomes.count) else { return 0 }
    for (index, outcome) in outcomes.enumerated() {
        guard let numbers = buffer.numbers(from: index * size, count: size) else { return 0 }
        outcome.write(to: numbers)
        (numbers[size - 2], numbers[size - 1]) =
            switch outcome.delay(after: moment) {
            case .seconds(let seconds): (Double(seconds), 0)
            case .days(let days): (Double(days), 1)
            case nil: (.nan, 0)
            }
    }
    return Int32(outcomes.count)
}

/// Schedules one review of each of many cards; returns their number, or −1 if the buffer is shorter.
///
/// The buffer contains fourteen 64-bit floats for each of `count` cards: the card, the grade, the moment, low and high half
/// of the seed. Afterwards the first ten of each are the card after the review; with an invalid card or review they are
/// unchanged.
@_expose(wasm, "schedule")
@c(recall_schedule)
func schedule(count: Int32, offset: Int32) -> Int32 {
    let size = CardState.numberCount + 4
    guard count >= 0, Int(count) <= buffer.count / 2 / size else { return -1 }
    for index in 0..<Int(count) {
        guard
            let numbers = buffer.numbers(from: index * size, count: size),
            let card = CardState(numbers),
            let grade = UInt8(exactly: numbers[10]).flatMap(Grade.init(rawValue:)),
            let moment = milliseconds(numbers[11]),
            let low = UInt32(exactly: numbers[12]),
            let high = UInt32(exactly: numbers[13])
        else { continue }
        let seed = UInt64(high) << 32 | UInt64(low)
        let review = Scheduler.Review(moment: moment, offset: Int(offset), seed: seed)
        scheduler.answer(grade, to: card, at: review).write(to: numbers)
    }
    return count
}

/// The probability of recall a number of days after the last review.
@_expose(wasm, "retrievability")
@c(recall_retrievability)
func retrievability(stability: Double, difficulty: Double, days: Double) -> Double {
    let memory = Memory(stability: stability, difficulty: difficulty)
    return scheduler.model.retrievability(of: memory, after: days)
}
