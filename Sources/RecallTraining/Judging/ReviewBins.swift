internal import Recall

/// Which reviews are like which: as long an absence, as much practice, as many lapses, each on a scale of powers.
///
/// The scales are those of the field's benchmark (open-spaced-repetition/srs-benchmark), so that figures compare.
enum ReviewBins {
    static let count = 10 * 10 * 10

    private static let absences = scale(3.62, upTo: PackedReview.longestAbsence)
    private static let practice = scale(1.89, upTo: Int(CardSummary.longest) + 1)
    private static let lapses = scale(1.73, upTo: Int(CardSummary.longest))

    /// - Parameters:
    ///   - days: How long the absence was.
    ///   - reviews: Reviews after an absence, this one included.
    ///   - lapses: How many of those before it were forgotten.
    static func bin(days: Int, reviews: Int, lapses: Int) -> Int {
        let lapse = lapses == 0 ? 0 : Int(Self.lapses[lapses]) + 1
        return (Int(absences[days]) * 10 + Int(practice[reviews + 1])) * 10 + lapse
    }

    /// For each whole number, which power of the base it reaches.
    private static func scale(_ base: Double, upTo most: Int) -> [UInt8] {
        var table: [UInt8] = [0]
        var power: UInt8 = 0
        var next = base
        for number in 1...most {
            while Double(number) >= next {
                power += 1
                next *= base
            }
            table.append(power)
        }
        return table
    }
}
