package import Recall

/// An answer that was not retracted, with what statistics count of it.
package struct TalliedAnswer: Hashable, Sendable {
    /// The learner's day, counted from 1970.
    package let day: Int
    /// The hour of the learner's clock, 0 to 23.
    package let hour: Int
    package let phase: AnswerPhase
    package let grade: Grade
    /// In milliseconds.
    package let duration: Int
}

/// An entry of a card's log, reduced to what statistics need.
package struct TallyEvent: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        /// `due` is the due time that the button showed, if it is known.
        case review(Grade, due: Int64?)
        case practice(Grade, Mode)
        case reset
        /// The card's interval was set to a number of days; 0 for a card at a step.
        case interval(Int, wasLearned: Bool)
        case redated(Int64)
        case retraction(of: Int64)
    }

    package let id: Int64
    /// In milliseconds since 1970 UTC, limited to what calendars have dates for.
    package let moment: Int64
    /// In minutes.
    package let offset: Int
    /// In milliseconds.
    package let duration: Int
    package let kind: Kind

    package init(id: Int64, moment: Int64, offset: Int, duration: Int, kind: Kind) {
        self.id = id
        self.moment = DayBoundary.clamped(moment)
        self.offset = offset
        self.duration = duration
        self.kind = kind
    }
}

extension TallyEvent {
    package var isPractice: Bool {
        if case .practice = kind { true } else { false }
    }

    package init(_ event: Event) {
        self.init(
            id: event.id.rawValue,
            moment: event.moment.milliseconds,
            offset: event.offset,
            duration: event.duration,
            kind: Kind(event.kind, mode: event.mode)
        )
    }
}

extension TallyEvent.Kind {
    package init(_ kind: Event.Kind, mode: Mode) {
        self =
            switch kind {
            case .review(let grade, let due, _):
                .review(grade, due: due.map { DayBoundary.clamped($0.milliseconds) })
            case .practice(let grade): .practice(grade, mode)
            case .setState(let state): Self(state)
            case .retraction(let id): .retraction(of: id.rawValue)
            }
    }

    private init(_ state: Event.SetState) {
        self =
            switch state {
            case .reset: .reset
            case .redated(let due): .redated(DayBoundary.clamped(due.milliseconds))
            case .imported(let card):
                switch card.stage {
                case .new: .reset
                case .learning: .interval(0, wasLearned: false)
                case .relearning: .interval(0, wasLearned: true)
                case .review: .interval(card.interval, wasLearned: true)
                }
            }
    }
}
