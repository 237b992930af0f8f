package import Notes

/// How a fit that runs now is going.
package struct SchedulerProgress: Hashable, Sendable {
    /// Nil for the library.
    package let deck: DeckID?
    /// From 0 to 1.
    package let share: Double

    package init(deck: DeckID?, share: Double) {
        self.deck = deck
        self.share = share
    }
}
