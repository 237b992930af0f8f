package import Notes

/// What the home page shows.
package struct Home: Hashable, Sendable {
    /// When it was read; it lacks what was saved later.
    package var at: Moment
    /// What there is to study today of all decks together, under the library's limits.
    package var today: TodayCounts
    /// How many cards are due tomorrow; known only if nothing is left today.
    package var tomorrow: Int?
    /// All decks by name, including nested ones.
    package var decks: [DeckSummary]
    /// The current week, Monday to Sunday.
    package var week: [StudyDay]
    /// The tags in use, by name.
    package var tags: [TagName]

    package init(
        at: Moment,
        today: TodayCounts = TodayCounts(),
        tomorrow: Int? = nil,
        decks: [DeckSummary],
        week: [StudyDay],
        tags: [TagName] = []
    ) {
        self.at = at
        self.today = today
        self.tomorrow = tomorrow
        self.decks = decks
        self.week = week
        self.tags = tags
    }
}
