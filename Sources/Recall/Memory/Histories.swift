/// The reviews of many cards, card by card, in four bytes each.
package struct Histories: Sendable {
    /// Days since the review before, times four, plus the grade counted from 0.
    private(set) var reviews: [UInt32] = []
    /// Where the reviews of each card end.
    private(set) var ends: [Int] = []

    /// Makes room for cards that are yet to come.
    package init(cards: Int = 0, reviews: Int = 0) {
        self.ends.reserveCapacity(cards)
        self.reviews.reserveCapacity(reviews)
    }

    /// How many cards there are.
    package var count: Int { ends.count }

    /// How many reviews they had.
    package var reviewCount: Int { reviews.count }

    /// Begins another card with the grade of its first review.
    package mutating func begin(_ grade: Grade) {
        reviews.append(UInt32(grade.rawValue - 1))
        ends.append(reviews.count)
    }

    /// Adds a review to the card last begun, `days` whole days after its review before.
    package mutating func append(_ grade: Grade, days: Int) {
        precondition(!ends.isEmpty, "A card begins with its first review.")
        let days = UInt32(min(max(days, 0), MemoryModel.longestGap))
        reviews.append(days << 2 | UInt32(grade.rawValue - 1))
        ends[ends.count - 1] = reviews.count
    }

    /// Where the reviews of a card lie.
    func range(of card: Int) -> Range<Int> {
        (card == 0 ? 0 : ends[card - 1])..<ends[card]
    }
}
