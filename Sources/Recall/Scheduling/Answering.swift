/// One review of one card, while what becomes of the card is worked out.
struct Answering: ~Copyable {
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

    /// What becomes of the card under a grade.
    mutating func result(of grade: Grade) -> CardState {
        var next = card
        let memory = memory(after: grade)
        next.memory = memory
        next.reviews += 1
        next.lastReview = review.moment
        next.lastDay = today
        switch card.stage {
        case .new: learn(&next, grade, memory, step: 0, scheduler.rules.learning)
        case .learning(let step): learn(&next, grade, memory, step: step, scheduler.rules.learning)
        case .relearning(let step):
            learn(&next, grade, memory, step: step, scheduler.rules.relearning)
        case .review where grade.isRemembered:
            send(&next, inDays: passingInterval(after: grade, memory))
        case .review:
            next.lapses += 1
            learn(&next, grade, memory, step: 0, scheduler.rules.relearning)
        }
        return next
    }
}

// MARK: - Steps

extension Answering {
    private mutating func learn(
        _ next: inout CardState,
        _ grade: Grade,
        _ memory: Memory,
        step: Int,
        _ steps: Steps
    ) {
        let place = steps.place(of: step)
        switch grade {
        case .again: take(&next, memory, seconds: steps.again, step: 0, steps)
        case .hard: take(&next, memory, seconds: steps.hard(at: place), step: place, steps)
        case .good: take(&next, memory, seconds: steps.good(at: place), step: place + 1, steps)
        case .easy:
            let good = day(near: interval(of: self.memory(after: .good)), atLeast: 1)
            let easy = max(Double(interval(of: memory).roundedDays), 1)
            send(&next, inDays: day(near: easy, atLeast: good + 1))
        }
    }

    /// Sends the card to a step or, where there is none left, to its first review after days.
    private func take(
        _ next: inout CardState,
        _ memory: Memory,
        seconds: Int?,
        step: Int,
        _ steps: Steps
    ) {
        let interval = interval(of: memory)
        let days = max(interval.roundedDays, 1)
        let goesOn = scheduler.rules.goesOnAfterSteps || steps.seconds.isEmpty
        let weak = goesOn && scheduler.model.movesOnTheSameDay && interval < 0.5
        guard let seconds = seconds ?? (weak ? max(Int(interval * 86_400), 1) : nil) else {
            return send(&next, inDays: day(near: Double(days), atLeast: 1))
        }
        switch card.stage {
        case .new, .learning:
            next.stage = .learning(step: steps.place(of: step))
            next.interval = 0
        case .review, .relearning:
            next.stage = .relearning(step: steps.place(of: step))
            next.interval = days.clamped(to: 1...longestInterval)
        }
        next.due = moment(afterSeconds: seconds)
    }

    /// A step that leads into another day is over when that day begins, whatever the hour.
    private func moment(afterSeconds seconds: Int) -> Int64 {
        let moment = review.moment + Int64(seconds) * 1000
        let day = scheduler.rules.boundary.day(of: moment, offset: review.offset)
        return day == today
            ? moment : scheduler.rules.boundary.start(of: day, offset: review.offset)
    }
}

// MARK: - Days

extension Answering {
    private var longestInterval: Int { scheduler.rules.longestInterval.clamped(to: 1...36_500) }

    private func send(_ next: inout CardState, inDays days: Int) {
        next.stage = .review
        next.interval = days
        next.due = scheduler.rules.boundary.start(of: today + days, offset: review.offset)
    }

    /// A better grade brings a longer interval, and each that grows at all grows by a day or more.
    ///
    /// As in Anki, one that would be shorter by no more than intervals are varied by stays as it was.
    private mutating func passingInterval(after grade: Grade, _ memory: Memory) -> Int {
        let hard = day(after: .hard, grade, memory, least: 1)
        guard grade != .hard else { return hard }
        let good = day(after: .good, grade, memory, least: hard + 1)
        guard grade != .good else { return good }
        return day(after: .easy, grade, memory, least: good + 1)
    }

    private mutating func day(
        after passing: Grade,
        _ grade: Grade,
        _ memory: Memory,
        least: Int
    ) -> Int {
        let interval = interval(of: passing == grade ? memory : self.memory(after: passing))
        let before = card.interval
        var least = least
        if interval.roundedDays > before {
            least = max(before + 1, least)
        } else if Fuzz(around: interval, within: 1...longestInterval).latest >= before {
            least = max(before, least)
        }
        return day(near: interval, atLeast: least)
    }

    private mutating func memory(after grade: Grade) -> Memory {
        memoryReview?.memory(after: grade) ?? scheduler.model.memory(afterFirst: grade)
    }

    private func interval(of memory: Memory) -> Double {
        // Beyond all calendars there is nothing to tell apart, and whole numbers have an end.
        (memory.stability * scheduler.stretch).clamped(from: 0, to: 1e6)
    }

    private func day(near interval: Double, atLeast least: Int) -> Int {
        let limits = least.clamped(to: 1...longestInterval)...longestInterval
        guard scheduler.rules.varies else { return interval.roundedDays.clamped(to: limits) }
        let days = Fuzz(around: interval, within: limits)
        return review.load?.quietest(of: days, near: interval) ?? days.day(by: chance)
    }

    /// The card's own number for this review: the same again after an undo.
    private var chance: Double {
        let turn = UInt64(truncatingIfNeeded: card.reviews)
        var stream = SplitMix64(seed: review.seed &+ turn &* 0x9e37_79b9_7f4a_7c15)
        return Double(stream.next() >> 11) * 0x1p-53
    }
}
