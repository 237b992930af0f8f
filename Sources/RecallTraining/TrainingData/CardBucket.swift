/// Cards that can share a group: the same first grade, and all outliers or none; sorted by length, shortest first.
struct CardBucket {
    let grade: Int
    let isOutlier: Bool
    private let cards: ArraySlice<UInt32>

    /// As many cards as there are lanes, or the remaining ones.
    struct Quad {
        let grade: Int
        let cards: ArraySlice<UInt32>
    }

    /// The cards, divided into groups of four.
    var quads: [Quad] {
        stride(from: cards.startIndex, to: cards.endIndex, by: LaneBits.scalarCount).map {
            Quad(
                grade: grade,
                cards: cards[$0..<min($0 + LaneBits.scalarCount, cards.endIndex)]
            )
        }
    }

    /// All cards with predictions, by bucket and by length (counting sort).
    static func sorted(
        _ summaries: [CardSummary],
        isOutlier: (CardSummary) -> Bool
    ) -> [CardBucket] {
        let longest = summaries.reduce(0) { max($0, Int($1.length)) }
        let stride = longest + 1
        func key(_ summary: CardSummary) -> Int {
            ((isOutlier(summary) ? 4 : 0) + Int(summary.grade)) * stride + Int(summary.length)
        }
        var positions = [Int](repeating: 0, count: 8 * stride + 1)
        for summary in summaries where summary.length > 0 { positions[key(summary) + 1] += 1 }
        for index in 1..<positions.count { positions[index] += positions[index - 1] }
        let bounds = (0...8).map { positions[$0 * stride] }

        var cards = [UInt32](repeating: 0, count: positions[8 * stride])
        for (card, summary) in summaries.enumerated() where summary.length > 0 {
            let key = key(summary)
            cards[positions[key]] = UInt32(card)
            positions[key] += 1
        }
        return (0..<8).map { number in
            CardBucket(
                grade: number % 4,
                isOutlier: number >= 4,
                cards: cards[bounds[number]..<bounds[number + 1]]
            )
        }
    }
}
