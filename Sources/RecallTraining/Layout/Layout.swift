/// Where each card's history goes: all is counted out before anything is written.
struct Layout {
    private static let lanes = LaneBits.scalarCount
    private static let mostShares = 64
    /// A share has at least so many groups, lest handing it out cost more than walking it.
    private static let leastGroups = 4

    private(set) var groups: [TrainingSet.Group] = []
    private(set) var shares: [Range<Int>] = []
    private(set) var sharesAside: [Range<Int>] = []
    private(set) var learnt = 0
    private var cursors: [Cursor]
    /// In steps of eight reviews.
    private var size = 0

    /// Where a card's next review is written, as a place among single reviews.
    private struct Cursor {
        var place: UInt32 = 0
        var lastDay = Int32.max
        var left: UInt16 = 0
    }

    init(_ summaries: [CardSummary], isAside: (CardSummary) -> Bool) {
        cursors = summaries.map { Cursor(left: $0.length) }
        let classes = CardClass.sorted(summaries, isAside: isAside)
        shares = deal(classes.filter { !$0.isAside }, summaries)
        sharesAside = deal(classes.filter(\.isAside), summaries)
        for cards in classes where !cards.isAside {
            for card in cards.cards { learnt += Int(summaries[Int(card)].predictions) }
        }
    }

    /// Cuts classes of like cards into groups, and deals these out.
    private mutating func deal(
        _ classes: [CardClass],
        _ summaries: [CardSummary]
    ) -> [Range<Int>] {
        let hands = classes.flatMap { cards in
            stride(from: cards.cards.startIndex, to: cards.cards.endIndex, by: Self.lanes).map {
                (cards.grade, cards.cards[$0..<min($0 + Self.lanes, cards.cards.endIndex)])
            }
        }
        guard !hands.isEmpty else { return [] }
        let count = max(1, min(Self.mostShares, hands.count / Self.leastGroups))
        return (0..<count).map { share in
            let first = groups.count
            for (grade, hand) in stride(from: share, to: hands.count, by: count).map({ hands[$0] })
            {
                add(hand, grade, summaries)
            }
            return first..<groups.count
        }
    }

    private mutating func add(_ hand: ArraySlice<UInt32>, _ grade: Int, _ summaries: [CardSummary])
    {
        var longest: UInt16 = 0
        for (lane, card) in hand.enumerated() {
            cursors[Int(card)].place = UInt32(size * Self.lanes + lane)
            longest = max(longest, summaries[Int(card)].length)
        }
        groups.append(TrainingSet.Group(offset: size, count: Int(longest), grade: grade))
        size += Int(longest)
    }

    /// Writes every review to its place.
    consuming func pack(
        _ log: ReviewLog,
        in order: [UInt32]?,
        predictions: Int
    ) -> [LaneBits] {
        let padding = LaneBits(repeating: PackedReview.padding.bits)
        var packed = [LaneBits](repeating: padding, count: size)
        let perPrediction = 1 / Float(max(predictions - 1, 1))
        var rank: Int32 = 0
        packed.withUnsafeMutableBytes { bytes in
            let words = bytes.bindMemory(to: UInt32.self)
            cursors.withUnsafeMutableBufferPointer { cursors in
                log.forEachRow(in: order) { card, day, grade in
                    guard cursors[card].left > 0 else { return }
                    let cursor = cursors[card]
                    cursors[card].left -= 1
                    cursors[card].lastDay = day
                    cursors[card].place += UInt32(Self.lanes)
                    var days: Int32 = 0
                    var age: Float = 0
                    if day > cursor.lastDay {
                        days = Int32(clamping: Int64(day) - Int64(cursor.lastDay))
                        age = Float(rank) * perPrediction
                        rank += 1
                    }
                    let review = PackedReview(days: days, grade: grade, age: age)
                    words[Int(cursor.place)] = review.bits
                }
            }
        }
        return packed
    }
}
