/// The reviews of many cards, card by card, in four bytes each.
package struct Histories: Sendable {
    /// Days since the previous review, times four, plus the grade counted from 0.
    private(set) var reviews: [UInt32] = []
    /// The end of each card's reviews in `reviews`.
    private(set) var ends: [Int] = []

    /// Reserves capacity.
    package init(cards: Int = 0, reviews: Int = 0) {
        self.ends.reserveCapacity(cards)
        self.reviews.reserveCapacity(reviews)
    }

    /// The number of cards.
    package var count: Int { ends.count }

    /// Adds a card with the grade of its first review.
    package mutating func appendCard(_ grade: Grade) {
        reviews.append(UInt32(grade.rawValue - 1))
        ends.append(reviews.count)
    }

    /// Adds a review of the last card, `days` whole days after its previous one.
    package mutating func append(_ grade: Grade, days: Int) {
        precondition(!ends.isEmpty, "A card starts with its first review.")
        let days = UInt32(min(max(days, 0), MemoryModel.maximumGap))
        reviews.append(days << 2 | UInt32(grade.rawValue - 1))
        ends[ends.count - 1] = reviews.count
    }
}
