package import Recall

extension ReviewLog {
    /// Each card's reviews in order of time, the cards in the order of `cards`.
    package func histories() -> Histories {
        var places = [UInt32](repeating: 0, count: cards.count + 1)
        forEachRow(in: nil) { card, _, _ in places[card + 1] += 1 }
        for card in 1..<places.count { places[card] += places[card - 1] }

        // A review is its day and its grade; cards' reviews lie one after another.
        var reviews = [Int64](repeating: 0, count: count)
        forEachRow(in: order()) { card, day, grade in
            reviews[Int(places[card])] = Int64(day) << 2 | Int64(grade - 1)
            places[card] += 1
        }

        var histories = Histories(cards: cards.count, reviews: count)
        var start = 0
        for end in places.dropLast() {
            var last = reviews[start] >> 2
            histories.appendCard(Self.grade(reviews[start]))
            for review in reviews[(start + 1)..<Int(end)] {
                let day = review >> 2
                histories.append(Self.grade(review), days: Int(day - last))
                last = day
            }
            start = Int(end)
        }
        return histories
    }

    private static func grade(_ review: Int64) -> Grade {
        switch review & 3 {
        case 0: .again
        case 1: .hard
        case 2: .good
        default: .easy
        }
    }
}
