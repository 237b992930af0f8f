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

    package var isRetraction: Bool {
        if case .retraction = kind { true } else { false }
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

    /// An earlier entry of a card's log, whose duration nothing depends on; nil for practice.
    package init?(_ event: CardEvent) {
        guard let kind = Kind(event.kind) else { return nil }
        self.init(
            id: event.id,
            moment: event.moment,
            offset: event.offset,
            duration: 0,
            kind: kind
        )
    }
}

extension TallyEvent.Kind {
    package init(_ kind: Event.Kind, mode: Mode) {
        if case .practice(let grade) = kind {
            self = .practice(grade, mode)
        } else if let kind = Self(kind.meaning) {
            self = kind
        } else {
            preconditionFailure("Only practice means nothing to the scheduler")
        }
    }

    /// Nil for practice, whose grade the scheduler does not need.
    fileprivate init?(_ kind: CardEvent.Kind) {
        switch kind {
        case .review(let grade, let shown):
            self = .review(grade, due: shown.map { DayBoundary.clamped($0.due) })
        case .practice: return nil
        case .imported(let card):
            self =
                switch card.stage {
                case .new: .reset
                case .learning: .interval(0, wasLearned: false)
                case .relearning: .interval(0, wasLearned: true)
                case .review: .interval(card.interval, wasLearned: true)
                }
        case .reset: self = .reset
        case .redated(let due): self = .redated(DayBoundary.clamped(due))
        case .retraction(let id): self = .retraction(of: id)
        }
    }
}
