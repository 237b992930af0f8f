/// The age of each row of a log: the fraction of all predictions that come before it.
///
/// Neighbouring rows share an age, so that the ages of a log of any size fit the processor's first-level cache; no weight
/// is off by more than a thousandth.
struct Ages {
    /// By block of rows.
    private let ages: [UInt16]
    let predictions: Int

    /// The number of bits of a block number.
    static let blockBits = 12

    /// Zeros, to count the predictions in each block of rows.
    static func counts(rows: Int) -> [UInt16] {
        [UInt16](repeating: 0, count: max(rows - 1, 0) >> shift(rows: rows) + 1)
    }

    /// The number of low bits of a row's position that do not affect its block.
    static func shift(rows: Int) -> Int {
        var shift = 0
        while (rows - 1) >> shift >= 1 << blockBits { shift += 1 }
        return shift
    }

    /// Adds the counts of disjoint parts of the rows.
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
            // The middle of the block's predictions.
            let rank = Double(before) + max(Double(sum) - 1, 0) / 2
            return PackedReview.age(Float(rank * perPrediction))
        }
        predictions = total
    }

    @inline(__always)
    subscript(block: Int) -> UInt16 { ages[block] }
}
