/// One review of one card, while what becomes of the card is worked out.
struct Answering {
    private let model: MemoryModel
    private let rules: SchedulingRules
    private let stretch: Double
    private let card: CardState
    private let review: Scheduler.Review
    private let today: Int
    /// Days since the last review.
    private let elapsed: Int

    init(_ scheduler: Scheduler, card: CardState, review: Scheduler.Review) {
        model = scheduler.model
        rules = scheduler.rules
        stretch = scheduler.stretch
        self.card = card
        self.review = review
        let today = rules.boundary.day(of: review.moment, offset: review.offset)
        self.today = today
        elapsed = card.lastDay.map { max(today - $0, 0) } ?? 0
    }

    /// What becomes of the card under a grade.
    func result(of grade: Grade) -> CardState {
        var next = card
        let memory = memory(after: grade)
        next.memory = memory
        next.reviews += 1
        next.lastReview = review.moment
        next.lastDay = today
        switch card.stage {
        case .new: learn(&next, grade, step: 0, rules.learning)
        case .learning(let step): learn(&next, grade, step: step, rules.learning)
        case .relearning(let step): learn(&next, grade, step: step, rules.relearning)
        case .review where grade.isRemembered:
            send(&next, inDays: passingInterval(after: grade, leaving: memory))
        case .review:
            next.lapses += 1
            learn(&next, grade, step: 0, rules.relearning)
        }
        return next
    }
}

// MARK: - Steps

extension Answering {
    private func learn(_ next: inout CardState, _ grade: Grade, step: Int, _ steps: Steps) {
        let place = steps.place(of: step)
        switch grade {
        case .again: take(&next, grade, seconds: steps.again, step: 0, steps)
        case .hard: take(&next, grade, seconds: steps.hard(at: place), step: place, steps)
        case .good: take(&next, grade, seconds: steps.good(at: place), step: place + 1, steps)
        case .easy:
            let good = day(near: interval(after: .good), atLeast: 1)
            let easy = max(Double(interval(after: .easy).roundedDays), 1)
            send(&next, inDays: day(near: easy, atLeast: good + 1))
        }
    }

    /// Sends the card to a step or, where there is none left, to its first review after days.
    private func take(
        _ next: inout CardState,
        _ grade: Grade,
        seconds: Int?,
        step: Int,
        _ steps: Steps
    ) {
        let interval = interval(after: grade)
        let days = max(interval.roundedDays, 1)
        let goesOn = rules.goesOnAfterSteps || steps.seconds.isEmpty
        let weak = goesOn && model.movesOnTheSameDay && interval < 0.5
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
        let day = rules.boundary.day(of: moment, offset: review.offset)
        return day == today ? moment : rules.boundary.start(of: day, offset: review.offset)
    }
}

// MARK: - Days

extension Answering {
    private var longestInterval: Int { rules.longestInterval.clamped(to: 1...36_500) }

    private func send(_ next: inout CardState, inDays days: Int) {
        next.stage = .review
        next.interval = days
        next.due = rules.boundary.start(of: today + days, offset: review.offset)
    }

    /// A better grade brings a longer interval, and each that grows at all grows by a day or more.
    ///
    /// `memory` is what the grade leaves; working it out is most of the work, and done once.
    private func passingInterval(after grade: Grade, leaving memory: Memory) -> Int {
        var least = 1
        for better in [Grade.hard, .good, .easy] {
            let interval = better == grade ? interval(of: memory) : interval(after: better)
            let grows = interval.roundedDays > card.interval
            let days = day(near: interval, atLeast: max(grows ? card.interval + 1 : 1, least))
            if better == grade { return days }
            least = days + 1
        }
        return least
    }

    private func memory(after grade: Grade) -> Memory {
        guard let memory = card.memory else { return model.memory(afterFirst: grade) }
        return model.memory(memory, after: grade, days: elapsed)
    }

    private func interval(after grade: Grade) -> Double { interval(of: memory(after: grade)) }

    private func interval(of memory: Memory) -> Double {
        // Beyond all calendars there is nothing to tell apart, and whole numbers have an end.
        (memory.stability * stretch).clamped(from: 0, to: 1e6)
    }

    private func day(near interval: Double, atLeast least: Int) -> Int {
        let limits = least.clamped(to: 1...longestInterval)...longestInterval
        guard rules.varies else { return interval.roundedDays.clamped(to: limits) }
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
