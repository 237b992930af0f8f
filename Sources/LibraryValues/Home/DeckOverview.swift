package import Notes

/// What a deck's own page shows.
package struct DeckOverview: Hashable, Sendable {
    /// When it was read; it lacks what was saved later.
    package var at: Moment
    package var deck: DeckSummary
    /// How many of its notes are never asked, because all of their cards are suspended.
    package var suspended: Int
    /// All decks inside it, by name.
    package var subdecks: [DeckSummary]
    /// The learner's day, in days since 1 January 1970.
    package var day: Int
    /// How many notes are due today, and on each of the six days after it.
    package var forecast: [Int]
    /// What comes next; known only if nothing is left today, and nil if nothing ever comes.
    package var next: NextSession?
    /// Whether *Study more* would deal something; known only if nothing is left today.
    package var hasMore: Bool
    /// The learner's minutes per card, in all decks.
    package var pace: Double

    package init(
        at: Moment,
        deck: DeckSummary,
        suspended: Int,
        subdecks: [DeckSummary],
        day: Int,
        forecast: [Int],
        next: NextSession?,
        hasMore: Bool,
        pace: Double
    ) {
        self.at = at
        self.deck = deck
        self.suspended = suspended
        self.subdecks = subdecks
        self.day = day
        self.forecast = forecast
        self.next = next
        self.hasMore = hasMore
        self.pace = pace
    }
}
