/// One entry of a card's log, as numbers: what schedules know of it.
package struct CardEvent: Equatable, Sendable {
    /// What an event says of its card.
    package enum Kind: Equatable, Sendable {
        /// A graded answer that moves the schedule.
        case review(Grade, shown: Shown?)
        /// A graded answer that moves nothing.
        case practice
        /// The card's state is this one, whatever came before.
        case imported(CardState)
        /// The card is new again.
        case reset
        /// The card is due then; what is remembered of it stays.
        case redated(Int64)
        /// Takes back the event of that id, before or after it arrives.
        case retraction(of: Int64)
    }

    /// What the button promised that was pressed.
    package struct Shown: Equatable, Sendable {
        /// When the card was to come back.
        package var due: Int64
        /// How many reviews the promise rested on; nil where that is not known, and it is believed.
        ///
        /// Where the log holds another number of them before this one, some arrived late or were taken back since, and
        /// the promise is void.
        package var reviews: Int?

        /// Takes what was shown.
        package init(due: Int64, reviews: Int? = nil) {
            self.due = due
            self.reviews = reviews
        }
    }

    /// Names it for good, and orders events of the same moment.
    package var id: Int64
    /// When it happened.
    package var moment: Int64
    /// Minutes that the learner's clock was ahead of UTC.
    package var offset: Int
    /// What it says.
    package var kind: Kind

    /// Puts an event together.
    package init(id: Int64, moment: Int64, offset: Int, kind: Kind) {
        self.id = id
        self.moment = moment
        self.offset = offset
        self.kind = kind
    }
}

extension CardEvent: Comparable {
    /// In the order in which events are told, by moment and then by id.
    package static func < (left: CardEvent, right: CardEvent) -> Bool {
        (left.moment, left.id) < (right.moment, right.id)
    }
}

extension CardEvent {
    var isRetraction: Bool {
        if case .retraction = kind { return true }
        return false
    }
}
