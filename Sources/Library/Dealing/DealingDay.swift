internal import Notes
internal import Recall
internal import Storage

/// The learner's day on which cards are dealt, and what was reviewed on it already.
struct DealingDay {
    /// A card whose step is over within so many milliseconds is dealt too, and waits in the session.
    static let patience: Int64 = 20 * 60_000

    /// The moment of dealing.
    let moment: Moment
    /// Minutes that the learner's clock is ahead of UTC.
    let offset: Int
    /// The day's number.
    let number: Int
    /// When it began.
    let morning: Moment
    /// When it will be over.
    let evening: Moment

    private let boundary: DayBoundary
    private let reviewed: [ReviewedCard]
    /// The notes that were asked today; no other of their cards is.
    let notesDone: Set<NoteID>

    init(
        at moment: Moment,
        offset: Int,
        boundary: DayBoundary,
        _ reader: borrowing some Reading & ~Copyable
    ) throws {
        self.moment = moment
        self.offset = offset
        self.boundary = boundary
        number = boundary.day(of: moment.milliseconds, offset: offset)
        morning = Moment(milliseconds: boundary.start(of: number, offset: offset))
        evening = Moment(milliseconds: boundary.start(of: number + 1, offset: offset))
        reviewed = try reader.cardsReviewed(on: number, since: morning)
        notesDone = Set(reviewed.map(\.note))
    }

    /// The moments at which other days begin, so many days from this one.
    func mornings(_ days: some Sequence<Int>) -> [Moment] {
        days.map { Moment(milliseconds: boundary.start(of: number + $0, offset: offset)) }
    }

    /// The same for a search.
    var searchDay: SearchDay { SearchDay(now: moment, offset: offset, boundary: boundary) }

    /// Whether a moment lies on a day before this one.
    func isBefore(_ moment: Int64) -> Bool { moment < morning.milliseconds }

    /// Whether a card is asked today by its schedule.
    func isDue(_ state: CardState) -> Bool {
        guard let due = state.due else { return false }
        return switch state.stage {
        case .new: false
        case .learning, .relearning: due <= moment.milliseconds
        case .review: due < evening.milliseconds
        }
    }

    /// What was reviewed and introduced today among some notes.
    func done(among isAmong: (NoteID, DeckID) -> Bool) -> Done {
        reviewed.reduce(into: Done()) { done, card in
            if isAmong(card.note, card.deck) { done.add(card, on: self) }
        }
    }

    /// The same of each deck itself.
    var doneByDeck: [DeckID: Done] {
        reviewed.reduce(into: [:]) { $0[$1.deck, default: Done()].add($1, on: self) }
    }

    /// What counts towards a day's limits.
    struct Done {
        /// Cards that were due.
        private(set) var reviews = 0
        /// How many of these had been due on a day before.
        private(set) var backlog = 0
        private var introduced: Set<NoteID> = []

        /// Notes that were new, or had a card that was.
        var new: Int { introduced.count }

        fileprivate mutating func add(_ card: ReviewedCard, on day: DealingDay) {
            guard !card.isIntroduced else {
                introduced.insert(card.note)
                return
            }
            reviews += 1
            if let due = card.dueBefore, day.isBefore(due.milliseconds) { backlog += 1 }
        }

        static func += (left: inout Done, right: Done) {
            left.reviews += right.reviews
            left.backlog += right.backlog
            left.introduced.formUnion(right.introduced)
        }

        /// What is left of a day's limits.
        func limits(_ settings: StudySettings) -> ReviewQueue.Limits {
            ReviewQueue.Limits(
                reviews: settings.reviewLimit - reviews,
                new: settings.newLimit - new,
                backlogReviewed: backlog
            )
        }
    }
}
