import Recall

// The schedule. Cards cross through the buffer, ten 64-bit floats each:
//
//   0 stage (0 new, 1 learning, 2 review, 3 relearning)   1 step   2 stability in days   3 difficulty
//   4 due, in milliseconds   5 interval in days   6 reviews   7 lapses
//   8 moment of the last review, in milliseconds   9 day of the last review
//
// What a card does not have is no number (NaN). Moments are those of the learner's clock, offsets the minutes that it is
// ahead of UTC; the seed of a card varies its intervals, and is the same for ever in both homes.

/// How this learner's cards are scheduled.
nonisolated(unsafe) private var scheduler = Scheduler()

/// Reads so many parameters of FSRS (21, or 19 or 17 of an older version) from the buffer; 0 if read, else 1.
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

/// Reads what the learner settled about schedules from the buffer, so many 64-bit floats; 0 if read, else 1.
///
/// Retention (0…1) · longest interval in days · whether intervals vary (1 or 0) · whether weak cards come back on the same
/// day after the last step · lapses of a leech · hour at which a day begins · how many learning steps, and their seconds ·
/// how many relearning steps, and their seconds.
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

/// What becomes of a card under each of the four grades; 4, or 0 where the buffer holds no card.
///
/// The buffer holds the card and after it, as 64-bit floats, how many cards are due on each of the coming `load` days,
/// tomorrow first (0: not known). Afterwards it holds four cards, again to easy, with two numbers more each, so twelve:
/// how long until the card comes back, and whether that is in days (1) or seconds (0).
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
        load: load == 0 ? nil : Load(counts: coming.map { Int(exactly: $0) ?? 0 })
    )
    let outcomes = scheduler.outcomes(of: card, at: review)
    let size = CardState.numberCount + 2
    guard buffer.reserve(2 * size * outcomes.count) else { return 0 }
    for (place, outcome) in outcomes.enumerated() {
        guard let numbers = buffer.numbers(from: place * size, count: size) else { return 0 }
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

/// Schedules many reviews, each of a card of its own; how many, or −1 where the buffer does not hold them.
///
/// The buffer holds `count` times fourteen 64-bit floats: the card, the grade, the moment, low and high half of the seed.
/// Afterwards the first ten of each are the card after the review; a card or a review that is none stays as it was.
@_expose(wasm, "schedule")
@c(recall_schedule)
func schedule(count: Int32, offset: Int32) -> Int32 {
    let size = CardState.numberCount + 4
    guard count >= 0, Int(count) <= buffer.count / 2 / size else { return -1 }
    for place in 0..<Int(count) {
        guard
            let numbers = buffer.numbers(from: place * size, count: size),
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

/// How likely a memory is recalled so many days after the last review.
@_expose(wasm, "retrievability")
@c(recall_retrievability)
func retrievability(stability: Double, difficulty: Double, days: Double) -> Double {
    let memory = Memory(stability: stability, difficulty: difficulty)
    return scheduler.model.retrievability(of: memory, after: days)
}
