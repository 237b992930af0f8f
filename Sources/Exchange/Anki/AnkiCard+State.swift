internal import LibraryValues
internal import Notes
internal import Recall

extension AnkiCard {
    /// A card to export to Anki; one that came from there and was not reviewed since goes back unchanged.
    ///
    /// - Parameter kept: The card as it came from Anki.
    init(
        _ card: ExportedCard,
        _ kept: StoredAnkiCard?,
        id: Int64,
        note: Int64,
        deck: Int64,
        ord: Int,
        position: Int,
        changed: Int64,
        _ clock: AnkiClock,
        _ rules: AnkiRules
    ) {
        self.id = id
        self.note = note
        self.deck = deck
        self.ord = Int64(clamping: ord)
        self.changed = changed
        (type, queue, due, interval, factor, reps, lapses, left, data) = (
            0, 0, Int64(clamping: position), 0, 0, 0, 0, 0, "{}"
        )
        originalDue = 0
        originalDeck = 0
        flags = Int64(clamping: card.marks.flag)
        guard rules.isScheduled else { return }
        if let kept, card.isAsItCame {
            take(kept, clock)
        } else if card.state.stage != .new {
            take(card.state, card.lastReview, clock, rules)
        }
        queue = queueNumber(of: card.marks)
        // Anki adjusts the days of cards only in its active queues; seconds are the same everywhere.
        if queue < 0, isLearning, !isInSeconds { due = clock.start(of: due) / 1_000 }
    }

    private mutating func take(_ kept: StoredAnkiCard, _ clock: AnkiClock) {
        changed = kept.changed
        type = kept.type
        interval = kept.interval
        factor = kept.factor
        reps = kept.reps
        lapses = kept.lapses
        left = kept.left
        data = kept.data
        due = kept.due
        if type == 2 || isLearning && !isInSeconds {
            due += kept.firstDay - Int64(clamping: clock.firstDay)
        }
    }

    private mutating func take(
        _ state: CardState,
        _ lastReview: Int64?,
        _ clock: AnkiClock,
        _ rules: AnkiRules
    ) {
        let dueMoment = state.due ?? 0
        switch state.stage {
        case .new: return
        case .learning(let step):
            type = 1
            left = Int64(clamping: max(rules.learningSteps - step, 1))
            due = dueMoment / 1_000
        case .relearning(let step):
            type = 3
            left = Int64(clamping: max(rules.relearningSteps - step, 1))
            due = dueMoment / 1_000
        case .review:
            type = 2
            due = Int64(clamping: clock.day(of: dueMoment))
        }
        interval = type == 1 ? 0 : Int64(clamping: state.interval)
        factor = type == 1 ? 0 : 2_500
        reps = Int64(clamping: state.reviews)
        lapses = Int64(clamping: state.lapses)
        guard let memory = state.memory else { return }
        var members = ["\"s\":\(Self.rounded(memory.stability, 10_000))"]
        members.append("\"d\":\(Self.rounded(memory.difficulty, 1_000))")
        members.append("\"dr\":\(Self.rounded(rules.retention, 100))")
        members.append("\"decay\":\(Self.rounded(rules.decay, 1_000))")
        // NB: If this is not the last entry of the log, Anki's database check forces a full sync of every device.
        if let lastReview { members.append("\"lrt\":\(lastReview / 1_000)") }
        data = "{\(members.joined(separator: ","))}"
    }

    private static func rounded(_ number: Double, _ parts: Double) -> Double {
        (number * parts).rounded() / parts
    }

    private func queueNumber(of marks: CardMarks) -> Int64 {
        if marks.isSuspended { return -1 }
        switch marks.burial {
        case .bySibling: return -2
        case .byLearner: return -3
        case nil: break
        }
        return isLearning ? isInSeconds ? 1 : 3 : type
    }
}

/// What is the same for all exported cards.
struct AnkiRules {
    /// Whether schedules and review logs are exported.
    let isScheduled: Bool
    let learningSteps: Int
    let relearningSteps: Int
    let retention: Double
    /// The exponent of the forgetting curve.
    let decay: Double
    let scheduler: Scheduler
}

extension ExportedCard {
    /// Whether it was not answered here since it came from Anki.
    var isAsItCame: Bool {
        for event in log.reversed() {
            switch event.kind {
            case .setState(.imported): return true
            case .review, .practice, .setState: return event.extras != nil
            case .retraction: continue
            }
        }
        return true
    }

    /// In milliseconds.
    var lastReview: Int64? {
        log.last { if case .review = $0.kind { true } else { false } }?.moment.milliseconds
    }
}
