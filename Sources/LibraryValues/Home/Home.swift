package import Notes

/// What the home page shows.
package struct Home: Hashable, Sendable {
    /// When it was read; it lacks what was saved later.
    package var at: Moment
    /// What there is to study today of all decks together, under the library's limits; of a single deck, under its own.
    package var today: TodayCounts
    /// What comes next; known only if nothing is left today, and nil if nothing ever comes.
    package var next: NextSession?
    /// All decks by name, including nested ones.
    package var decks: [DeckSummary]
    /// The current week, Monday to Sunday.
    package var week: [StudyDay]
    /// The tags in use, by name.
    package var tags: [TagName]

    package init(
        at: Moment,
        today: TodayCounts = TodayCounts(),
        next: NextSession? = nil,
        decks: [DeckSummary],
        week: [StudyDay],
        tags: [TagName] = []
    ) {
        self.at = at
        self.today = today
        self.next = next
        self.decks = decks
        self.week = week
        self.tags = tags
    }
}
