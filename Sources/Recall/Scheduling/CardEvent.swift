/// An entry of a card's log, reduced to the numbers that the schedule needs.
package struct CardEvent: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        /// A graded answer that affects the schedule.
        case review(Grade, shown: Shown?)
        /// A graded answer that does not.
        case practice
        /// Replaces the card's state.
        case imported(CardState)
        /// Makes the card new again.
        case reset
        /// Sets the due moment and keeps the memory.
        case redated(Int64)
        /// Retracts the event with that id, even if that event arrives later.
        case retraction(of: Int64)
    }

    /// What the pressed button showed.
    package struct Shown: Equatable, Sendable {
        /// When the card was to return.
        package var due: Int64
        /// The number of reviews on which that was based; nil if unknown, and then it is always used.
        ///
        /// If the log contains a different number of earlier reviews, some arrived late or were retracted since, and `due` is
        /// ignored.
        package var reviews: Int?

        package init(due: Int64, reviews: Int? = nil) {
            self.due = due
            self.reviews = reviews
        }
    }

    /// Unique and permanent; orders events of the same moment.
    package var id: Int64
    package var moment: Int64
    /// Minutes by which the learner's clock was ahead of UTC.
    package var offset: Int
    package var kind: Kind

    package init(id: Int64, moment: Int64, offset: Int, kind: Kind) {
        self.id = id
        self.moment = moment
        self.offset = offset
        self.kind = kind
    }
}

extension CardEvent: Comparable {
    /// By moment, then by id.
    package static func < (left: CardEvent, right: CardEvent) -> Bool {
        (left.moment, left.id) < (right.moment, right.id)
    }
}

extension CardEvent {
    /// The id of the event that this one retracts.
    package var retracted: Int64? {
        if case .retraction(let id) = kind { return id }
        return nil
    }

    var isRetraction: Bool { retracted != nil }
}
