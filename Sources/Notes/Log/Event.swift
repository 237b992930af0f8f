package import Recall

/// One entry of the append-only log.
package struct Event: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// A graded answer that changes the schedule.
        ///
        /// `due` is the due time that the button showed, and `reviews` the number of the card's reviews at that time, on which
        /// the displayed interval was based (see `CardEvent.Shown`).
        case review(Grade, due: Moment?, reviews: Int? = nil)
        /// A graded answer that is logged but does not change the schedule.
        case practice(Grade)
        /// Sets the card's state, whatever came before.
        case setState(SetState)
        /// Retracts another event, which may arrive later than the retraction.
        case retraction(of: EventID)
    }

    /// A card's state set by the learner or another program without grading.
    package enum SetState: Hashable, Sendable {
        /// The state in another program, if it does not follow from that program's log.
        ///
        /// Indirect because it is rare and would nearly double the size of every event.
        indirect case imported(CardState)
        /// The card is new again.
        case reset
        /// The card's due date changes, but not the rest of its state.
        case redated(Moment)
    }

    package var id: EventID
    package var note: NoteID
    package var face: Face
    package var kind: Kind
    package var moment: Moment
    /// The learner's offset from UTC in minutes.
    package var offset: Int
    /// The time from question to answer in milliseconds.
    package var duration: Int
    package var mode: Mode
    /// Another program's data about the event that Omena does not use, as JSON.
    package var extras: String?

    package init(
        id: EventID,
        note: NoteID,
        face: Face,
        kind: Kind,
        moment: Moment,
        offset: Int,
        duration: Int,
        mode: Mode,
        extras: String? = nil
    ) {
        self.id = id
        self.note = note
        self.face = face
        self.kind = kind
        self.moment = moment
        self.offset = offset
        self.duration = duration
        self.mode = mode
        self.extras = extras
    }

    package var card: CardID { CardID(note: note, face: face) }

    /// Possible time zone offsets in minutes, with a margin.
    package static let offsets = -1_080...1_080

    /// In milliseconds, up to ten minutes, because a learner who takes longer has left.
    package static let durations = 0...600_000
}

extension Event.Kind {
    package var grade: Grade? {
        switch self {
        case .review(let grade, _, _), .practice(let grade): grade
        case .setState, .retraction: nil
        }
    }

    package var isPractice: Bool { if case .practice = self { true } else { false } }

    /// The event that a retraction undoes.
    package var retracted: EventID? { if case .retraction(let id) = self { id } else { nil } }

    /// The same with a number of reviews that a card can have.
    package var limited: Event.Kind {
        guard case .review(let grade, let due, let reviews?) = self else { return self }
        return .review(grade, due: due, reviews: reviews.clamped(to: CardState.counts))
    }
}

extension [Event] {
    /// Those that were not retracted.
    package var standing: [Event] {
        let retracted = Set(compactMap(\.kind.retracted))
        return retracted.isEmpty ? self : filter { !retracted.contains($0.id) }
    }
}
