/// A review of one card whose grade is still open: computes the card's next state for each grade.
struct CardReview: ~Copyable {
    private let scheduler: Scheduler
    private let card: CardState
    private let review: Scheduler.Review
    private let today: Int
    private var memoryReview: MemoryReview?

    init(_ scheduler: Scheduler, card: CardState, review: Scheduler.Review) {
        self.scheduler = scheduler
        self.card = card
        self.review = review
        let today = scheduler.rules.boundary.day(of: review.moment, offset: review.offset)
        self.today = today
        memoryReview = card.memory.map { memory in
            MemoryReview(scheduler.model, memory, days: card.lastDay.map { today - $0 } ?? 0)
        }
    }

    mutating func state(after grade: Grade) -> CardState {
        var next = card
        let memory = memory(after: grade)
        next.memory = memory
        next.reviews = (card.reviews + 1).clamped(to: CardState.counts)
        next.lastReview = review.moment
        next.lastDay = today
        switch card.stage {
        case .new: learn(&next, grade, memory, step: 0, scheduler.rules.learning)
        case .learning(let step): learn(&next, grade, memory, step: step, scheduler.rules.learning)
        case .relearning(let step):
            learn(&next, grade, memory, step: step, scheduler.rules.relearning)
        case .review where grade.isRemembered:
            scheduleReview(&next, inDays: intervalAfterPassing(with: grade, memory))
        case .review:
            next.lapses = (card.lapses + 1).clamped(to: CardState.counts)
            learn(&next, grade, memory, step: 0, scheduler.rules.relearning)
        }
        return next
    }
}

// MARK: - Steps

extension CardReview {
    private mutating func learn(
        _ next: inout CardState,
        _ grade: Grade,
        _ memory: Memory,
        step: Int,
        _ steps: Steps
    ) {
        let step = steps.clamped(step)
        switch grade {
        case .again: scheduleStep(&next, memory, seconds: steps.again, step: 0, steps)
        case .hard: scheduleStep(&next, memory, seconds: steps.hard(at: step), step: step, steps)
        case .good:
            scheduleStep(&next, memory, seconds: steps.good(at: step), step: step + 1, steps)
        case .easy:
            let good = fuzzed(interval(of: self.memory(after: .good)), atLeast: 1)
            let easy = max(Double(interval(of: memory).roundedDays), 1)
            scheduleReview(&next, inDays: fuzzed(easy, atLeast: good + 1))
        }
    }

    /// Schedules a step or, after the last one, the first review after days.
    private func scheduleStep(
        _ next: inout CardState,
        _ memory: Memory,
        seconds: Int?,
        step: Int,
        _ steps: Steps
    ) {
        let interval = interval(of: memory)
        let days = max(interval.roundedDays, 1)
        let allowsSameDay = scheduler.rules.allowsSameDayAfterSteps || steps.seconds.isEmpty
        let isWeak = allowsSameDay && scheduler.model.updatesOnSameDay && interval < 0.5
        guard let seconds = seconds ?? (isWeak ? max(Int(interval * 86_400), 1) : nil) else {
            return scheduleReview(&next, inDays: fuzzed(Double(days), atLeast: 1))
        }
        switch card.stage {
        case .new, .learning:
            next.stage = .learning(step: steps.clamped(step))
            next.interval = 0
        case .review, .relearning:
            next.stage = .relearning(step: steps.clamped(step))
            next.interval = days.clamped(to: 1...maximumInterval)
        }
        next.due = moment(afterSeconds: seconds)
    }

    /// A step that ends on another day is due at the start of that day.
    private func moment(afterSeconds seconds: Int) -> Int64 {
        let moment = review.moment + Int64(seconds) * 1000
        let day = scheduler.rules.boundary.day(of: moment, offset: review.offset)
        return day == today
            ? moment : scheduler.rules.boundary.start(of: day, offset: review.offset)
    }
}

// MARK: - Intervals in days

extension CardReview {
    private var maximumInterval: Int { scheduler.rules.maximumInterval.clamped(to: 1...36_500) }

    private func scheduleReview(_ next: inout CardState, inDays days: Int) {
        next.stage = .review
        next.interval = days
        next.due = scheduler.rules.boundary.start(of: today + days, offset: review.offset)
    }

    /// The interval after a passing grade.
    ///
    /// A better grade gives a longer one, and an interval that grows, grows by at least a day. As in Anki, an interval that
    /// would shrink by no more than the range of the fuzz keeps its length.
    private mutating func intervalAfterPassing(with grade: Grade, _ memory: Memory) -> Int {
        let hard = days(after: .hard, grade, memory, minimum: 1)
        guard grade != .hard else { return hard }
        let good = days(after: .good, grade, memory, minimum: hard + 1)
        guard grade != .good else { return good }
        return days(after: .easy, grade, memory, minimum: good + 1)
    }

    private mutating func days(
        after passing: Grade,
        _ grade: Grade,
        _ memory: Memory,
        minimum: Int
    ) -> Int {
        let interval = interval(of: passing == grade ? memory : self.memory(after: passing))
        let before = card.interval
        var minimum = minimum
        if interval.roundedDays > before {
            minimum = max(before + 1, minimum)
        } else if Fuzz(around: interval, within: 1...maximumInterval).latest >= before {
            minimum = max(before, minimum)
        }
        return fuzzed(interval, atLeast: minimum)
    }

    private mutating func memory(after grade: Grade) -> Memory {
        memoryReview?.memory(after: grade) ?? scheduler.model.memory(afterFirst: grade)
    }

    private func interval(of memory: Memory) -> Double {
        // Limited so that it can be converted to Int; it exceeds every permitted interval anyway.
        (memory.stability * scheduler.intervalFactor).clamped(from: 0, to: 1e6)
    }

    private func fuzzed(_ interval: Double, atLeast minimum: Int) -> Int {
        let limits = minimum.clamped(to: 1...maximumInterval)...maximumInterval
        guard scheduler.rules.usesFuzz else { return interval.roundedDays.clamped(to: limits) }
        let fuzz = Fuzz(around: interval, within: limits)
        return review.load?.leastBusyDay(in: fuzz, near: interval) ?? fuzz.day(at: fuzzFraction)
    }

    /// A random fraction from 0 up to 1 that depends only on the card and its number of reviews, so that it is the same
    /// again after an undo.
    private var fuzzFraction: Double {
        let number = UInt64(truncatingIfNeeded: card.reviews)
        var random = SplitMix64(seed: review.seed &+ number &* 0x9e37_79b9_7f4a_7c15)
        return Double(random.next() >> 11) * 0x1p-53
    }
}
