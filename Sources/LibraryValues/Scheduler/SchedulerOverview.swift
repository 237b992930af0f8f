package import Notes

/// What the scheduler knows about a learner, or about how a learner remembers one deck.
package struct SchedulerOverview: Hashable, Sendable {
    /// The deck; nil for the whole library.
    package var deck: Deck?
    /// Whether the deck has parameters of its own, or the library others than the default ones.
    package var hasOwnParameters: Bool
    /// The deck around this one whose parameters apply to it; nil where those of the library do.
    package var inherited: Deck?
    /// The decks with parameters of their own.
    package var others: [Deck]
    /// How many reviews there are now.
    package var reviews: Int
    /// The last fit, if there was one.
    package var report: SchedulerReport?
    /// The change that put the parameters of the last fit in use, while it can be undone.
    package var change: Change?
    package var desiredRetention: Double

    package init(
        deck: Deck?,
        hasOwnParameters: Bool,
        inherited: Deck?,
        others: [Deck],
        reviews: Int,
        report: SchedulerReport?,
        change: Change?,
        desiredRetention: Double
    ) {
        self.deck = deck
        self.hasOwnParameters = hasOwnParameters
        self.inherited = inherited
        self.others = others
        self.reviews = reviews
        self.report = report
        self.change = change
        self.desiredRetention = desiredRetention
    }
}
