internal import LibraryValues
internal import Notes
internal import Recall
internal import Storage

/// What there is to study today, counted by indexes alone.
struct DueCounts {
    let today: DueToday
    /// Of each deck with its subdecks, in the order of `DeckHierarchy.decks`, and then of all decks together.
    private let counts: [TodayCounts]

    init(
        _ hierarchy: DeckHierarchy,
        _ day: DealingDay,
        _ library: StudySettings,
        _ reader: borrowing some Reading & ~Copyable
    ) throws {
        let today = try DueToday(hierarchy, day, library, reader)
        self.today = today
        let reviews = today.dealtReviews
        let new = today.dealtNew(
            try hierarchy.decks.map { deck in
                let most = today.limits.new.remaining(towards: today.limits(of: deck.id))
                guard most > 0 else { return 0 }
                return try today.untakenNotes(in: .deck(deck.id), most, reader).count
            }
        )
        counts = today.due.indices.map { index in
            let due = today.due[index]
            return TodayCounts(
                due: due.steps.count + reviews[index],
                new: new[index],
                backLater: due.waiting.count,
                nextBack: due.waiting.first.map { Moment(milliseconds: today.cards[$0].due) }
            )
        }
    }

    /// Of a deck with its subdecks, or of all decks together.
    func counts(of position: Int?) -> TodayCounts { counts[position ?? counts.count - 1] }
}
