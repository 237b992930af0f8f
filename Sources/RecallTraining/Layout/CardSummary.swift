/// What the layout has to know of a card before its reviews are packed.
struct CardSummary {
    /// A history is known up to here; more would only slow its group down.
    static let longest: UInt16 = 256

    // Later than any, until there was a review.
    private var lastDay = Int32.max
    private var seen: UInt16 = 0
    /// Reviews up to the last whose outcome is predicted; zero where none is.
    private(set) var length: UInt16 = 0
    /// How many outcomes are predicted.
    private(set) var predictions: UInt16 = 0
    /// The days of the first absence; zero where there was none.
    private(set) var firstAbsence: UInt16 = 0
    /// The first grade, from 0.
    private(set) var grade: UInt8 = 0
    /// Whether the card was remembered after its first absence.
    private(set) var isRemembered = false

    /// Takes the card's next review; 1 if its outcome is predicted, else 0.
    ///
    /// Whether it is, no processor can guess: so nothing here branches on it but what comes once a card.
    @inline(__always)
    mutating func add(day: Int32, grade: UInt8) -> UInt16 {
        guard seen < Self.longest else { return 0 }
        let isPredicted: UInt16 = day > lastDay ? 1 : 0
        if seen == 0 { self.grade = grade - 1 }
        seen += 1
        length &+= (seen &- length) &* isPredicted
        if isPredicted & (predictions == 0 ? 1 : 0) == 1 {
            firstAbsence = UInt16(clamping: Int64(day) - Int64(lastDay))
            isRemembered = grade > 1
        }
        predictions &+= isPredicted
        lastDay = day
        return isPredicted
    }

    /// The summaries of a pile's cards; and when their outcomes came, as `Ages` wants to know.
    static func all(of rows: PiledRows, _ pile: Int) -> (cards: [CardSummary], counts: [UInt16]) {
        var summaries = [CardSummary](repeating: CardSummary(), count: rows.cards(of: pile))
        var counts = Ages.counts(rows: rows.rowCount)
        summaries.withUnsafeMutableBufferPointer { summaries in
            counts.withUnsafeMutableBufferPointer { counts in
                rows.forEachRow(of: pile) { row in
                    let isPredicted = summaries[row.card].add(day: row.day, grade: row.grade)
                    counts[row.block] &+= isPredicted
                }
            }
        }
        return (summaries, counts)
    }
}
