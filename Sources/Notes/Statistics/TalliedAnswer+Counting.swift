package import Recall

extension TalliedAnswer {
    /// The answers of one card's log that were not retracted, in the order of time.
    ///
    /// They depend on logged facts alone, never on memories or parameters, so that fitting the scheduler changes no day that
    /// has been lived. The interval before a review is what the button of the review before it promised or, if that is
    /// unknown, the number of days that passed. The day and hour are those of the learner's clock at that moment.
    ///
    /// - Parameter first: The index of the first event whose answer is wanted.
    package static func answers(
        in events: [TallyEvent],
        from first: Int = 0,
        _ boundary: DayBoundary
    ) -> [TalliedAnswer] {
        var answers: [TalliedAnswer] = []
        answers.reserveCapacity(events.count - first)
        var history = IntervalHistory(boundary: boundary)
        let retracted = events.compactMap { event in
            if case .retraction(let id) = event.kind { id } else { nil }
        }
        for (index, event) in events.enumerated()
        where retracted.isEmpty || !retracted.contains(event.id) {
            guard let (grade, phase) = history.add(event), index >= first else { continue }
            let day = boundary.day(of: event.moment, offset: event.offset)
            let start = boundary.start(of: day, offset: event.offset)
            let hours = Int((DayBoundary.clamped(event.moment) - start) / 3_600_000)
            answers.append(
                TalliedAnswer(
                    day: day,
                    hour: (hours + boundary.rollover) % 24,
                    phase: phase,
                    grade: grade,
                    duration: event.duration
                )
            )
        }
        return answers
    }
}

/// The intervals of a card while its log is read.
private struct IntervalHistory {
    let boundary: DayBoundary
    private var interval = Interval.none
    /// Whether the card has had an interval of at least a day since it was new.
    private var wasLearned = false
    /// The days of the latest reviews: two, because a learner who crosses the date line comes back to the day before.
    private var lastDay: Int?
    private var dayBefore: Int?

    private enum Interval {
        /// The card is new.
        case none
        case days(Int)
        /// Until the day of the next review.
        case unknown
    }

    init(boundary: DayBoundary) { self.boundary = boundary }

    /// Returns what the event says about memory; nil if it is not an answer.
    mutating func add(_ event: TallyEvent) -> (Grade, AnswerPhase)? {
        switch event.kind {
        case .review(let grade, let due): return (grade, review(event, due))
        case .practice(let grade, let mode): return (grade, AnswerPhase(practiceIn: mode))
        case .reset:
            interval = .none
            wasLearned = false
        case .interval(let days, let wasLearned):
            interval = .days(days)
            self.wasLearned = wasLearned
        case .redated(let due):
            interval = .days(max(days(until: due, event), 1))
            wasLearned = true
        case .retraction: break
        }
        return nil
    }

    private mutating func review(_ event: TallyEvent, _ due: Int64?) -> AnswerPhase {
        let day = boundary.day(of: event.moment, offset: event.offset)
        let isFirst = day != lastDay && day != dayBefore
        defer {
            if day != lastDay { (dayBefore, lastDay) = (lastDay, day) }
            interval = due.map { .days(days(until: $0, event)) } ?? .unknown
        }
        let before: Int
        switch interval {
        case .none: return .new
        case .days(let days): before = days
        case .unknown: before = lastDay.map { day - $0 } ?? 0
        }
        guard before > 0 else { return wasLearned ? .relearning : .learning }
        wasLearned = true
        if before < AnswerPhase.maturity { return isFirst ? .young : .youngAgain }
        return isFirst ? .mature : .matureAgain
    }

    /// The learner's days until a card is due; for a step, whole spans of 24 hours.
    ///
    /// A card in review is due at the start of a day. A step after a few minutes is due at another time, and stays shorter than
    /// a day when the learner's day ends in between.
    private func days(until due: Int64, _ event: TallyEvent) -> Int {
        guard due > event.moment else { return 0 }
        let day = boundary.day(of: due, offset: event.offset)
        guard boundary.start(of: day, offset: event.offset) == due else {
            return Int((due - event.moment) / 86_400_000)
        }
        return day - boundary.day(of: event.moment, offset: event.offset)
    }
}
