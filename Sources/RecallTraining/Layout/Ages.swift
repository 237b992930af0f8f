/// How recent the rows of a log are: which part of all outcomes that are predicted came before.
///
/// Rows that follow each other closely share one: the ages of a log of any size fit a processor's nearest cache, and no
/// weight is off by more than a part in a thousand.
struct Ages {
    /// By blocks of rows.
    private let ages: [UInt16]
    /// How many outcomes are predicted.
    let predictions: Int

    /// How many bits tell blocks apart.
    static let blockBits = 12

    /// Room to count predicted outcomes in, by blocks of rows.
    static func counts(rows: Int) -> [UInt16] {
        [UInt16](repeating: 0, count: max(rows - 1, 0) >> shift(rows: rows) + 1)
    }

    /// How many bits of a row's place tell rows of one block apart.
    static func shift(rows: Int) -> Int {
        var shift = 0
        while (rows - 1) >> shift >= 1 << blockBits { shift += 1 }
        return shift
    }

    /// Sums up what was counted of parts of the rows.
    init(rows: Int, _ parts: [[UInt16]]) {
        var sums = Self.counts(rows: rows)
        for part in parts {
            for block in sums.indices { sums[block] &+= part[block] }
        }
        let total = sums.reduce(0) { $0 + Int($1) }
        let perPrediction = 1 / Double(max(total - 1, 1))
        var before = 0
        ages = sums.map { sum in
            defer { before += Int(sum) }
            // The middle of those in the block.
            let rank = Double(before) + max(Double(sum) - 1, 0) / 2
            return PackedReview.age(Float(rank * perPrediction))
        }
        predictions = total
    }

    @inline(__always)
    subscript(block: Int) -> UInt16 { ages[block] }
}
