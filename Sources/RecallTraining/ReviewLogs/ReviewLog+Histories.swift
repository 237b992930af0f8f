package import Recall

extension ReviewLog {
    /// Each card's reviews in chronological order, the cards in the order of `cards`.
    package func histories() -> Histories {
        var positions = [UInt32](repeating: 0, count: cards.count + 1)
        forEachRow(in: nil) { card, _, _ in positions[card + 1] += 1 }
        for card in 1..<positions.count { positions[card] += positions[card - 1] }

        // A review is stored as its day and its grade; the reviews of a card are contiguous.
        var reviews = [Int64](repeating: 0, count: count)
        forEachRow(in: order()) { card, day, grade in
            reviews[Int(positions[card])] = Int64(day) << 2 | Int64(grade - 1)
            positions[card] += 1
        }

        var histories = Histories(cards: cards.count, reviews: count)
        var start = 0
        for end in positions.dropLast() {
            var last = reviews[start] >> 2
            histories.appendCard(Grade(index: Int(reviews[start] & 3)))
            for review in reviews[(start + 1)..<Int(end)] {
                let day = review >> 2
                histories.append(Grade(index: Int(review & 3)), days: Int(day - last))
                last = day
            }
            start = Int(end)
        }
        return histories
    }
}
