/// Bins of similar reviews: with similar gaps, numbers of reviews and numbers of lapses, each on a logarithmic scale.
///
/// The scales are those of the benchmark of FSRS (open-spaced-repetition/srs-benchmark), so that the metrics are comparable.
enum ReviewBins {
    static let count = 10 * 10 * 10

    private static let gaps = scale(3.62, upTo: PackedReview.maximumGap)
    private static let reviewCounts = scale(1.89, upTo: Int(CardSummary.maximumLength) + 1)
    private static let lapses = scale(1.73, upTo: Int(CardSummary.maximumLength))

    /// - Parameters:
    ///   - days: The days since the previous review.
    ///   - reviews: The number of reviews on another day than the previous one, including this one.
    ///   - lapses: How many of the earlier ones were lapses.
    static func bin(days: Int, reviews: Int, lapses: Int) -> Int {
        let lapse = lapses == 0 ? 0 : Int(Self.lapses[lapses]) + 1
        return (Int(gaps[days]) * 10 + Int(reviewCounts[reviews + 1])) * 10 + lapse
    }

    /// For each whole number, the highest power of the base that it reaches.
    private static func scale(_ base: Double, upTo maximum: Int) -> [UInt8] {
        var table: [UInt8] = [0]
        var power: UInt8 = 0
        var next = base
        for number in 1...maximum {
            while Double(number) >= next {
                power += 1
                next *= base
            }
            table.append(power)
        }
        return table
    }
}
