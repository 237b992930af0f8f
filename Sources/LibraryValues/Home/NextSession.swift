/// The next day's session that has cards, once nothing is left today.
package struct NextSession: Hashable, Sendable {
    /// In how many days; 1 is tomorrow.
    package var days: Int
    /// How many cards it deals if nothing is answered until then, due and new.
    package var cards: Int

    package init(days: Int, cards: Int) {
        self.days = days
        self.cards = cards
    }
}
