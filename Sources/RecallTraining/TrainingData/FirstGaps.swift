/// How often cards were remembered after their first gap, by first grade and by the gap's days.
///
/// These alone determine the first stabilities. A gap that hardly any card has is an outlier (caused by a holiday or an
/// import) and is not used for training.
struct FirstGaps: Sendable {
    /// The cards that were next reviewed after this many days.
    struct Tally: Sendable, Equatable {
        let days: Int
        var cards = 0
        var remembered = 0
        var isOutlier = false
    }

    /// For each first grade from again to easy, its tallies by ascending days.
    let tallies: [[Tally]]
    /// Longer gaps are counted as this: too long to be used.
    private let longest: Int
    private let outliers: [Bool]

    /// Counts the cards of all partitions.
    init(_ partitions: [[CardSummary]]) {
        var longest = 0
        for partition in partitions {
            for summary in partition { longest = max(longest, Int(summary.firstGap)) }
        }
        longest = min(longest, 1000)
        self.longest = longest
        var table = (0..<4).map { _ in (0...longest).map { Tally(days: $0) } }
        for partition in partitions {
            for summary in partition where summary.firstGap > 0 {
                let grade = Int(summary.grade)
                let days = min(Int(summary.firstGap), longest)
                table[grade][days].cards += 1
                table[grade][days].remembered += summary.isRemembered ? 1 : 0
            }
        }
        for grade in 0..<4 { Self.markOutliers(&table[grade], isEasy: grade == 3) }
        outliers = table.flatMap { $0.map(\.isOutlier) }
        tallies = table.map { $0.filter { $0.cards > 0 } }
    }

    func isOutlier(_ summary: CardSummary) -> Bool {
        outliers[
            Int(summary.grade) * (longest + 1)
                + min(Int(summary.firstGap), longest)
        ]
    }

    /// Marks the rarest gaps, up to a twentieth of the cards; then those of fewer than six cards or far too long.
    ///
    /// At least twenty cards can be marked, but never more than a fifth: in a short log every gap is rare.
    private static func markOutliers(_ tallies: inout [Tally], isEasy: Bool) {
        let total = tallies.reduce(0) { $0 + $1.cards }
        let allowed = max(total / 20, min(20, total / 5))
        let least = min(6, total / 20 + 1)
        var marked = 0
        let present = tallies.indices.filter { tallies[$0].cards > 0 }
        for index in present.sorted(by: {
            (tallies[$0].cards, tallies[$1].days) < (tallies[$1].cards, tallies[$0].days)
        }) {
            let tally = tallies[index]
            if marked + tally.cards < allowed {
                marked += tally.cards
                tallies[index].isOutlier = true
            } else {
                tallies[index].isOutlier = tally.cards < least || tally.days > (isEasy ? 365 : 100)
            }
        }
    }
}
