internal import Notes
internal import Recall
internal import Storage

/// What is due today in the whole library, and what the daily limits still allow.
///
/// A card counts towards the limits of its deck, of the decks around it and of the library, and is dealt only while all of
/// them allow it. So no deck deals more than the decks around it, and once nothing is left of all decks together, nothing is
/// left of any, except of a note with due cards in several decks: the most overdue one stands for it, also where the limits
/// of that card's deck are used up but those of the others are not.
struct DueToday {
    /// All due cards, in order of their due dates.
    let cards: [DueCard]
    /// What is due of each deck with its subdecks, and then of all decks, as positions in `cards`.
    ///
    /// A note with due cards in several decks is due in each of them, and once in the decks around them.
    let due: [DueNotes]
    /// Those of each deck, and then those of the library.
    let limits: ReviewQueue.Limits
    /// The notes without a new card today: they are due or were reviewed, or a card of theirs is buried.
    let taken: Set<NoteID>

    private let hierarchy: DeckHierarchy
    private let paths: [DeckID: [Int]]

    init(
        _ hierarchy: DeckHierarchy,
        _ day: DealingDay,
        _ library: StudySettings,
        _ reader: borrowing some Reading & ~Copyable
    ) throws {
        var cards = try reader.dueCards(
            in: hierarchy.decks.map(\.id),
            Moment(milliseconds: .min)..<day.evening,
            at: day.moment
        )
        cards.sort { ($0.due, $0.number.rawValue) < ($1.due, $1.number.rawValue) }
        let paths = Dictionary(
            uniqueKeysWithValues: hierarchy.decks.indices.map {
                (hierarchy.decks[$0].id, hierarchy.path(to: $0))
            }
        )
        var inside = [[Int]](repeating: [], count: hierarchy.decks.count + 1)
        for index in cards.indices {
            for position in paths[cards[index].deck] ?? [] { inside[position].append(index) }
        }
        let due = inside.map { DueNotes($0, in: cards, on: day) }
        let done = hierarchy.totals(DealingDay.Done(), of: day.doneByDeck) { $0 += $1 }
        let settings =
            hierarchy.decks.map { library.applying(hierarchy.settings(of: $0)) } + [library]
        let reviews = settings.indices.map { index -> Int in
            let backlog = due[index].reviews.count { day.isBefore(cards[$0].due) }
            return min(
                settings[index].reviewLimit - done[index].reviews,
                ReviewQueue.share(
                    ofToday: due[index].reviews.count - backlog,
                    backlog: backlog,
                    reviewed: done[index].backlog
                )
            )
        }
        let new = settings.indices.map { settings[$0].newLimit - done[$0].new }
        let buried = try reader.notesBuried(at: day.moment)

        self.hierarchy = hierarchy
        self.paths = paths
        self.cards = cards
        self.due = due
        limits = ReviewQueue.Limits(reviews: CardLimits(reviews), new: CardLimits(new))
        taken = due[hierarchy.decks.count].notes(in: cards).union(day.notesDone).union(buried)
    }

    /// The positions of the limits that a deck's cards count towards.
    func limits(of deck: DeckID) -> [Int] { paths[deck] ?? [hierarchy.decks.count] }

    /// How many reviews are dealt of each deck with its subdecks, and then of all decks.
    var dealtReviews: [Int] {
        due.map { due in
            var allowed = limits.reviews
            return due.reviews.count { allowed.take(towards: limits(of: cards[$0].deck)) }
        }
    }

    /// How many new notes are dealt of each deck with its subdecks, and then of all decks.
    ///
    /// - Parameter counts: How many there are in each deck, without its subdecks.
    func dealtNew(_ counts: [Int]) -> [Int] {
        let allowed = limits.new
        var sums = counts + [0]
        let paths = sums.indices.map { hierarchy.path(to: $0) }
        // Subdecks come before the decks around them.
        for path in paths.dropLast().sorted(by: { $0.count > $1.count }) {
            sums[path[1]] += min(sums[path[0]], allowed.remaining(towards: [path[0]]))
        }
        return paths.map { min(sums[$0[0]], allowed.remaining(towards: $0)) }
    }

    /// The first notes of a batch that have a new card today.
    func untakenNotes(
        in batch: NoteBatch,
        _ limit: Int,
        _ reader: borrowing some Reading & ~Copyable
    ) throws -> [RankedNote] {
        try [RankedNote].firstWanted(limit, where: { !taken.contains($0.note) }) { count in
            try reader.notes(in: batch, order: .leastIntroduced, limit: count)
        }
    }
}
