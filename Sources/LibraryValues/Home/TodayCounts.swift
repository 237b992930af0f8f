package import Notes

/// What is left to study today of some decks, under their daily limits, those of the decks around them and the library's.
///
/// Every number on a page, in the API and on the command line that says what there is to do is one of these.
package struct TodayCounts: Hashable, Sendable {
    /// How many due cards a review would deal now, one for each note, given the limits and what was already done today.
    package var due: Int
    /// How many new notes a review would deal now, counted in the same way.
    package var new: Int
    /// How many notes are at a step that ends later today.
    package var backLater: Int
    /// When the first of those is due; nil if there are none.
    package var nextBack: Moment?

    package init(due: Int = 0, new: Int = 0, backLater: Int = 0, nextBack: Moment? = nil) {
        self.due = due
        self.new = new
        self.backLater = backLater
        self.nextBack = nextBack
    }

    /// How many cards a review would deal now that can be answered at once.
    package var cards: Int { due + new }
}

extension Sequence<TodayCounts> {
    /// When the first cards come back, among the counts that have none to answer now.
    package var firstBack: Moment? {
        lazy.filter { $0.cards == 0 }.compactMap(\.nextBack).min()
    }
}
