/// Cards that may stand in one group: the same first grade, and learnt from or put aside alike; the short ones first.
struct CardClass {
    let grade: Int
    let isAside: Bool
    private let cards: ArraySlice<UInt32>

    /// As many cards as there are lanes, or what is left.
    struct Hand {
        let grade: Int
        let cards: ArraySlice<UInt32>
    }

    /// The cards, cut into hands.
    var hands: [Hand] {
        stride(from: cards.startIndex, to: cards.endIndex, by: LaneBits.scalarCount).map {
            Hand(
                grade: grade,
                cards: cards[$0..<min($0 + LaneBits.scalarCount, cards.endIndex)]
            )
        }
    }

    /// All cards of whom something is predicted, by class and by length (a counting sort).
    static func sorted(
        _ summaries: [CardSummary],
        isAside: (CardSummary) -> Bool
    ) -> [CardClass] {
        let longest = summaries.reduce(0) { max($0, Int($1.length)) }
        let stride = longest + 1
        func key(_ summary: CardSummary) -> Int {
            ((isAside(summary) ? 4 : 0) + Int(summary.grade)) * stride + Int(summary.length)
        }
        var places = [Int](repeating: 0, count: 8 * stride + 1)
        for summary in summaries where summary.length > 0 { places[key(summary) + 1] += 1 }
        for place in 1..<places.count { places[place] += places[place - 1] }
        let bounds = (0...8).map { places[$0 * stride] }

        var cards = [UInt32](repeating: 0, count: places[8 * stride])
        for (card, summary) in summaries.enumerated() where summary.length > 0 {
            let key = key(summary)
            cards[places[key]] = UInt32(card)
            places[key] += 1
        }
        return (0..<8).map { number in
            CardClass(
                grade: number % 4,
                isAside: number >= 4,
                cards: cards[bounds[number]..<bounds[number + 1]]
            )
        }
    }
}
