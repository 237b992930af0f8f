/// The histories of one partition's cards, packed in groups of four similar ones.
struct Partition: Sendable {
    let reviews: [LaneBits]
    private let groups: [Group]
    /// The end of each batch in `groups`: first of the cards used for training, then of the outliers.
    private let ends: [Int]
    private let batches: Int

    private static let lanes = LaneBits.scalarCount

    /// Four cards, review by review.
    private struct Group {
        let offset: UInt32
        let count: UInt16
        let grade: UInt16
    }

    /// Where a card's next review is written, as an index of single reviews.
    private struct Cursor {
        var index: UInt32 = 0
        var lastDay = Int32.max
        var remaining: UInt16 = 0
    }

    /// Packs one partition, after the layout of all groups has been determined.
    init(
        _ partition: Int,
        of rows: PartitionedRows,
        _ summaries: [CardSummary],
        _ firstGaps: FirstGaps,
        _ ages: Ages,
        batches: Int
    ) {
        var cursors = summaries.map { Cursor(remaining: $0.length) }
        let buckets = CardBucket.sorted(summaries) { firstGaps.isOutlier($0) }
        var groups: [Group] = []
        var ends: [Int] = []
        var size = 0
        for isOutlier in [false, true] {
            let quads = buckets.filter { $0.isOutlier == isOutlier }.flatMap(\.quads)
            for batch in 0..<batches {
                // Partitions start with different batches, so that no batch gets more of the remainders than others.
                let first = (batch + partition) % batches
                for number in stride(from: first, to: quads.count, by: batches) {
                    let quad = quads[number]
                    var longest: UInt16 = 0
                    for (lane, card) in quad.cards.enumerated() {
                        cursors[Int(card)].index = UInt32(size * Self.lanes + lane)
                        longest = max(longest, summaries[Int(card)].length)
                    }
                    groups.append(
                        Group(offset: UInt32(size), count: longest, grade: UInt16(quad.grade))
                    )
                    size += Int(longest)
                }
                ends.append(groups.count)
            }
        }
        self.groups = groups
        self.ends = ends
        self.batches = batches

        let padding = LaneBits(repeating: PackedReview.padding.bits)
        var packed = [LaneBits](repeating: padding, count: size)
        packed.withUnsafeMutableBytes { bytes in
            let words = bytes.bindMemory(to: UInt32.self)
            cursors.withUnsafeMutableBufferPointer { cursors in
                rows.forEachRow(of: partition) { row in
                    let cursor = cursors[row.card]
                    guard cursor.remaining > 0 else { return }
                    cursors[row.card].remaining -= 1
                    cursors[row.card].lastDay = row.day
                    cursors[row.card].index += UInt32(Self.lanes)
                    // Becomes 0 on the same day and for the first review.
                    let days = Int64(row.day) - Int64(cursor.lastDay)
                    let review = PackedReview(
                        days: days,
                        grade: row.grade,
                        age: ages[row.block]
                    )
                    words[Int(cursor.index)] = review.bits
                }
            }
        }
        reviews = packed
    }

    @inline(__always)
    func forEachGroup(of batch: Int, isOutlier: Bool, _ body: (HistoryGroup) -> Void) {
        let index = isOutlier ? batches + batch : batch
        reviews.withUnsafeBufferPointer { reviews in
            guard let base = reviews.baseAddress else { return }
            for group in groups[(index == 0 ? 0 : ends[index - 1])..<ends[index]] {
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
