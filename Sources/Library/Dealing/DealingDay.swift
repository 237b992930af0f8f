internal import LibraryValues
internal import Notes
internal import Recall
internal import Storage

/// The learner's current day, and what was reviewed on it already.
struct DealingDay {
    /// A card whose learning step ends within this many milliseconds is dealt too, and waits in the session.
    static let stepWindow: Int64 = 20 * 60_000

    let moment: Moment
    /// How many minutes the learner's clock is ahead of UTC.
    let offset: Int
    let number: Int
    let morning: Moment
    let evening: Moment

    private let boundary: DayBoundary
    private let reviewed: [ReviewedCard]
    /// The notes that were reviewed today, whose other cards wait for another day.
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
        reviewed = try reader.cardsReviewed(on: number, in: morning..<evening)
        notesDone = Set(reviewed.map(\.note))
    }

    /// Another day, at its beginning, if nothing is reviewed until then.
    func day(after days: Int, _ reader: borrowing some Reading & ~Copyable) throws -> DealingDay {
        try DealingDay(at: morning(after: days), offset: offset, boundary: boundary, reader)
    }

    func days(until moment: Moment) -> Int {
        boundary.day(of: moment.milliseconds, offset: offset) - number
    }

    /// The moments when other days begin, given as distances from this day.
    func mornings(_ days: some Sequence<Int>) -> [Moment] { days.map { morning(after: $0) } }

    func morning(after days: Int) -> Moment {
        Moment(milliseconds: boundary.start(of: number + days, offset: offset))
    }

    /// How busy each card makes the coming days, tomorrow first: an easy day twice as busy as another, so that it gets about half
    /// as many cards.
    func weights(days: Int, easyDays: Set<Int>) -> [Int] {
        (1...days).map { distance in
            let day = StatisticsDay(number: number + distance)
            return easyDays.contains(day.weekday + 1) ? 2 : 1
        }
    }

    var searchDay: SearchDay { SearchDay(now: moment, offset: offset, boundary: boundary) }

    func isBefore(_ moment: Int64) -> Bool { moment < morning.milliseconds }

    /// Whether a card is due today by its schedule.
    func isDue(_ state: CardState) -> Bool {
        guard let due = state.due else { return false }
        return switch state.stage {
        case .new: false
        case .learning, .relearning: due <= moment.milliseconds
        case .review: due < evening.milliseconds
        }
    }

    /// For each deck, without its nested decks.
    var doneByDeck: [DeckID: Done] {
        reviewed.reduce(into: [:]) { $0[$1.deck, default: Done()].add($1, on: self) }
    }

    struct Done {
        private(set) var reviews = 0
        /// How many of these were overdue from an earlier day.
        private(set) var backlog = 0
        private var introduced: Set<NoteID> = []

        /// Notes that had a new card.
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
    }
}
