/// How often cards were remembered after their first absence, by first grade and by its days.
///
/// They tell the first stabilities apart from all else, and an absence that hardly any card had is an accident (a
/// holiday, an import) from which nothing is learnt.
struct FirstAbsences: Sendable {
    /// Cards that came back after so many days.
    struct Tally: Sendable, Equatable {
        let days: Int
        var cards = 0
        var remembered = 0
        var isRare = false
    }

    /// For each first grade from again to easy, its tallies by ascending days.
    let tallies: [[Tally]]
    /// Longer ones are all alike: too long to learn from.
    private let longest: Int
    private let rare: [Bool]

    /// Counts the cards of all piles.
    init(_ piles: [[CardSummary]]) {
        var longest = 0
        for pile in piles {
            for summary in pile { longest = max(longest, Int(summary.firstAbsence)) }
        }
        longest = min(longest, 1000)
        self.longest = longest
        var table = (0..<4).map { _ in (0...longest).map { Tally(days: $0) } }
        for pile in piles {
            for summary in pile where summary.firstAbsence > 0 {
                let grade = Int(summary.grade)
                let days = min(Int(summary.firstAbsence), longest)
                table[grade][days].cards += 1
                table[grade][days].remembered += summary.isRemembered ? 1 : 0
            }
        }
        for grade in 0..<4 { Self.markRare(&table[grade], isEasy: grade == 3) }
        rare = table.flatMap { $0.map(\.isRare) }
        tallies = table.map { $0.filter { $0.cards > 0 } }
    }

    /// Whether the card's first absence is an accident.
    func isRare(_ summary: CardSummary) -> Bool {
        rare[
            Int(summary.grade) * (longest + 1)
                + min(Int(summary.firstAbsence), longest)
        ]
    }

    /// From the rarest on, up to a twentieth of the cards; then those of fewer than six cards or far too long.
    ///
    /// Twenty cards may go in any case, but never more than a fifth: in a short log everything is rare.
    private static func markRare(_ tallies: inout [Tally], isEasy: Bool) {
        let total = tallies.reduce(0) { $0 + $1.cards }
        let allowed = max(total / 20, min(20, total / 5))
        let least = min(6, total / 20 + 1)
        var marked = 0
        let present = tallies.indices.filter { tallies[$0].cards > 0 }
        for place in present.sorted(by: {
            (tallies[$0].cards, tallies[$1].days) < (tallies[$1].cards, tallies[$0].days)
        }) {
            let tally = tallies[place]
            if marked + tally.cards < allowed {
                marked += tally.cards
                tallies[place].isRare = true
            } else {
                tallies[place].isRare = tally.cards < least || tally.days > (isEasy ? 365 : 100)
            }
        }
    }
}
