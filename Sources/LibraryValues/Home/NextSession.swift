/// The next day's session that has cards, once nothing is left today.
package struct NextSession: Hashable, Sendable {
    /// The day, in days since 1 January 1970.
    package var day: Int
    package var isTomorrow: Bool
    /// How many cards it deals if nothing is answered until then, due and new.
    package var cards: Int
    /// How many of them are new, which no forecast of reviews counts.
    package var new: Int

    package init(day: Int, isTomorrow: Bool, cards: Int, new: Int = 0) {
        self.day = day
        self.isTomorrow = isTomorrow
        self.cards = cards
        self.new = new
    }
}
