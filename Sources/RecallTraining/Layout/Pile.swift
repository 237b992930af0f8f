/// The histories of one pile's cards, four abreast, like with like.
struct Pile: Sendable {
    let reviews: [LaneBits]
    private let groups: [Group]
    /// Where the groups of each share end: first of the cards that are learnt from, then of those put aside.
    private let ends: [Int]
    private let shares: Int

    private static let lanes = LaneBits.scalarCount

    /// Four cards, review by review.
    private struct Group {
        let offset: UInt32
        let count: UInt16
        let grade: UInt16
    }

    /// Where a card's next review is written, as a place among single reviews.
    private struct Cursor {
        var place: UInt32 = 0
        var lastDay = Int32.max
        var left: UInt16 = 0
    }

    /// Lays one pile out: all is counted out before anything is written.
    init(
        _ pile: Int,
        of rows: PiledRows,
        _ summaries: [CardSummary],
        _ firsts: FirstAbsences,
        _ ages: Ages,
        shares: Int
    ) {
        var cursors = summaries.map { Cursor(left: $0.length) }
        let classes = CardClass.sorted(summaries) { firsts.isRare($0) }
        var groups: [Group] = []
        var ends: [Int] = []
        var size = 0
        for isAside in [false, true] {
            let hands = classes.filter { $0.isAside == isAside }.flatMap(\.hands)
            for share in 0..<shares {
                // Piles begin with different shares, so that no share gets more than others of all that is left over.
                let first = (share + pile) % shares
                for number in stride(from: first, to: hands.count, by: shares) {
                    let hand = hands[number]
                    var longest: UInt16 = 0
                    for (lane, card) in hand.cards.enumerated() {
                        cursors[Int(card)].place = UInt32(size * Self.lanes + lane)
                        longest = max(longest, summaries[Int(card)].length)
                    }
                    groups.append(
                        Group(offset: UInt32(size), count: longest, grade: UInt16(hand.grade))
                    )
                    size += Int(longest)
                }
                ends.append(groups.count)
            }
        }
        self.groups = groups
        self.ends = ends
        self.shares = shares

        let padding = LaneBits(repeating: PackedReview.padding.bits)
        var packed = [LaneBits](repeating: padding, count: size)
        packed.withUnsafeMutableBytes { bytes in
            let words = bytes.bindMemory(to: UInt32.self)
            cursors.withUnsafeMutableBufferPointer { cursors in
                rows.forEachRow(of: pile) { row in
                    let cursor = cursors[row.card]
                    guard cursor.left > 0 else { return }
                    cursors[row.card].left -= 1
                    cursors[row.card].lastDay = row.day
                    cursors[row.card].place += UInt32(Self.lanes)
                    // Nothing on the same day, and nothing before the first.
                    let days = Int64(row.day) - Int64(cursor.lastDay)
                    let review = PackedReview(
                        days: days,
                        grade: row.grade,
                        age: ages[row.block]
                    )
                    words[Int(cursor.place)] = review.bits
                }
            }
        }
        reviews = packed
    }

    /// Calls a body with the groups of one share.
    @inline(__always)
    func forEachGroup(of share: Int, isAside: Bool, _ body: (HistoryGroup) -> Void) {
        let place = isAside ? shares + share : share
        reviews.withUnsafeBufferPointer { reviews in
            guard let base = reviews.baseAddress else { return }
            for group in groups[(place == 0 ? 0 : ends[place - 1])..<ends[place]] {
                body(
                    HistoryGroup(
                        reviews: base + Int(group.offset),
                        count: Int(group.count),
                        grade: Int(group.grade)
                    )
                )
            }
        }
    }
}
