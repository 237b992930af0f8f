internal import LibraryValues
internal import Notes
internal import Recall
internal import Storage

/// What there is to study today, counted by indexes alone.
struct DueCounts {
    /// Of each deck with its subdecks, in the order of `DeckHierarchy.decks`, and then of all decks together.
    private let counts: [TodayCounts]

    init(
        _ hierarchy: DeckHierarchy,
        _ day: DealingDay,
        _ library: StudySettings,
        _ reader: borrowing some Reading & ~Copyable
    ) throws {
        let today = try DueToday(hierarchy, day, library, reader)
        let reviews = today.dealt(
            hierarchy.decks.map { deck in
                today.decks[deck.id].map { $0.count.backlog + $0.count.today } ?? 0
            },
            within: today.limits.reviews
        )
        let new = today.dealt(
            try hierarchy.decks.map { deck in
                let most = today.limits.new.remaining(towards: today.limits(of: deck.id))
                return most == 0 ? 0 : try today.newNotes(in: .deck(deck.id), most, reader).count
            },
            within: today.limits.new
        )
        counts = today.counts.indices.map { index in
            let due = today.counts[index]
            return TodayCounts(
                due: due.steps + reviews[index],
                new: new[index],
                backLater: due.waiting,
                nextBack: due.waiting > 0 ? Moment(milliseconds: due.nextStep) : nil
            )
        }
    }

    /// Of a deck with its subdecks, or of all decks together.
    func counts(of position: Int?) -> TodayCounts { counts[position ?? counts.count - 1] }
}
