package import Notes

/// What the home page shows.
package struct Home: Hashable, Sendable {
    /// When it was read; it lacks what was saved later.
    package var at: Moment
    /// How many cards of all decks together are due within today's limits.
    package var due: Int
    /// How many new notes of all decks together are left within today's limit.
    package var new: Int
    /// All decks by name, including nested ones.
    package var decks: [DeckSummary]
    /// The current week, Monday to Sunday.
    package var week: [StudyDay]
    /// The tags in use, by name.
    package var tags: [TagName]

    package init(
        at: Moment,
        due: Int = 0,
        new: Int = 0,
        decks: [DeckSummary],
        week: [StudyDay],
        tags: [TagName] = []
    ) {
        self.at = at
        self.due = due
        self.new = new
        self.decks = decks
        self.week = week
        self.tags = tags
    }
}
