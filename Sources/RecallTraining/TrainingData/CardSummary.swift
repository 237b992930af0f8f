/// What the layout needs to know about a card before its reviews are packed.
struct CardSummary {
    /// Histories are cut to this length; longer ones would only slow down their group.
    static let maximumLength: UInt16 = 256

    // Greater than every day, until there is a review.
    private var lastDay = Int32.max
    private var seen: UInt16 = 0
    /// The number of reviews up to the last prediction; zero without predictions.
    private(set) var length: UInt16 = 0
    private(set) var predictions: UInt16 = 0
    /// The days of the first gap; zero without one.
    private(set) var firstGap: UInt16 = 0
    /// The first grade, from 0.
    private(set) var grade: UInt8 = 0
    /// Whether the card was remembered after its first gap.
    private(set) var isRemembered = false

    /// Adds the card's next review; returns 1 if its outcome is predicted, else 0.
    ///
    /// Processors cannot guess whether it is, so only the code that runs once per card branches on it.
    @inline(__always)
    mutating func add(day: Int32, grade: UInt8) -> UInt16 {
        guard seen < Self.maximumLength else { return 0 }
        let isPredicted: UInt16 = day > lastDay ? 1 : 0
        if seen == 0 { self.grade = grade - 1 }
        seen += 1
        length &+= (seen &- length) &* isPredicted
        if isPredicted & (predictions == 0 ? 1 : 0) == 1 {
            firstGap = UInt16(clamping: Int64(day) - Int64(lastDay))
            isRemembered = grade > 1
        }
        predictions &+= isPredicted
        lastDay = day
        return isPredicted
    }

    /// The summaries of a partition's cards, and the number of predictions in each block of `Ages`.
    static func all(of rows: PartitionedRows, _ partition: Int) -> (
        cards: [CardSummary], counts: [UInt16]
    ) {
        var summaries = [CardSummary](repeating: CardSummary(), count: rows.cards(of: partition))
        var counts = Ages.counts(rows: rows.rowCount)
        summaries.withUnsafeMutableBufferPointer { summaries in
            counts.withUnsafeMutableBufferPointer { counts in
                rows.forEachRow(of: partition) { row in
                    let isPredicted = summaries[row.card].add(day: row.day, grade: row.grade)
                    counts[row.block] &+= isPredicted
                }
            }
        }
        return (summaries, counts)
    }
}
