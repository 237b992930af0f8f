/// What the layout has to know of a card before its reviews are packed.
struct CardSummary {
    /// A history is known up to here; more would only slow its group down.
    static let longest: UInt16 = 256

    private(set) var lastDay: Int32 = 0
    private(set) var seen: UInt16 = 0
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

    /// Takes the card's next review; whether its outcome is predicted.
    @inline(__always)
    mutating func add(day: Int32, grade: UInt8) -> Bool {
        guard seen < Self.longest else { return false }
        seen += 1
        defer { lastDay = day }
        guard seen > 1 else {
            self.grade = grade - 1
            return false
        }
        guard day > lastDay else { return false }
        length = seen
        predictions += 1
        if predictions == 1 {
            firstAbsence = UInt16(clamping: Int64(day) - Int64(lastDay))
            isRemembered = grade > 1
        }
        return true
    }

    /// The summaries of all cards of a log, and how many outcomes are predicted.
    static func all(of log: ReviewLog, in order: [UInt32]?) -> ([CardSummary], predictions: Int) {
        var summaries = [CardSummary](repeating: CardSummary(), count: log.cards.count)
        var predictions = 0
        summaries.withUnsafeMutableBufferPointer { summaries in
            log.forEachRow(in: order) { card, day, grade in
                predictions += summaries[card].add(day: day, grade: grade) ? 1 : 0
            }
        }
        return (summaries, predictions)
    }
}
