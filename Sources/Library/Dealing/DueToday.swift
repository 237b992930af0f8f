internal import Notes
internal import Recall
internal import Storage

/// What is due today in the whole library, and what the daily limits still allow.
///
/// A card counts towards the limits of its deck, of the decks around it and of the library, and is dealt only while all of
/// them allow it. So no deck deals more than the decks around it, and once nothing is left of all decks together, nothing is
/// left of any.
struct DueToday {
    /// The decks that have due cards.
    let decks: [DeckID: DueNotes]
    /// Of each deck with its subdecks, and then of all decks.
    let counts: [DueNotes.Count]
    /// Those of each deck, and then those of the library.
    let limits: ReviewQueue.Limits
    /// The notes without a new card today: they are due or were reviewed, or a card of theirs is buried.
    let taken: Set<NoteID>

    private let hierarchy: DeckHierarchy

    init(
        _ hierarchy: DeckHierarchy,
        _ day: DealingDay,
        _ library: StudySettings,
        _ reader: borrowing some Reading & ~Copyable
    ) throws {
        let cards = try reader.dueCards(
            in: hierarchy.decks.map(\.id),
            Moment(milliseconds: .min)..<day.evening,
            at: day.moment
        )
        let decks = Dictionary(grouping: cards, by: \.deck).mapValues { DueNotes($0, on: day) }
        let counts = hierarchy.totals(DueNotes.Count(), of: decks.mapValues(\.count)) { $0 += $1 }
        let done = hierarchy.totals(DealingDay.Done(), of: day.doneByDeck) { $0 += $1 }
        let settings =
            hierarchy.decks.map { library.applying(hierarchy.settings(of: $0)) } + [library]
        let reviews = settings.indices.map { index in
            min(
                settings[index].reviewLimit - done[index].reviews,
                ReviewQueue.share(
                    ofToday: counts[index].today,
                    backlog: counts[index].backlog,
                    reviewed: done[index].backlog
                )
            )
        }
        let new = settings.indices.map { settings[$0].newLimit - done[$0].new }
        let buried = try reader.notesBuried(at: day.moment)

        self.hierarchy = hierarchy
        self.decks = decks
        self.counts = counts
        limits = ReviewQueue.Limits(reviews: CardLimits(reviews), new: CardLimits(new))
        taken = decks.values.reduce(into: day.notesDone.union(buried)) { $0.formUnion($1.notes) }
    }

    /// The indices of the limits that a deck's cards count towards.
    func limits(of deck: DeckID) -> [Int] {
        hierarchy.path(to: hierarchy.position(of: deck) ?? hierarchy.decks.count)
    }

    /// How many cards are dealt of each deck with its subdecks, and then of all decks.
    ///
    /// - Parameter counts: How many there are in each deck, without its subdecks.
    func dealt(_ counts: [Int], within limits: CardLimits) -> [Int] {
        var sums = counts + [0]
        let paths = sums.indices.map { hierarchy.path(to: $0) }
        // Subdecks come before the decks around them.
        for path in paths.dropLast().sorted(by: { $0.count > $1.count }) {
            sums[path[1]] += min(sums[path[0]], limits.remaining[path[0]])
        }
        return paths.map { min(sums[$0[0]], limits.remaining(towards: $0)) }
    }

    /// The first notes of a batch that have a new card today.
    func newNotes(
        in batch: NoteBatch,
        _ limit: Int,
        _ reader: borrowing some Reading & ~Copyable
    ) throws -> [RankedNote] {
        var wanted = limit + 100
        while true {
            let notes = try reader.notes(in: batch, order: .leastIntroduced, limit: wanted)
            let free = notes.filter { !taken.contains($0.note) }
            guard free.count < limit, notes.count == wanted else {
                return Array(free.prefix(limit))
            }
            wanted *= 4
        }
    }
}
