/// How many cards are due on each of the coming days, so that a new interval can fall on a quiet one.
package struct Load: Equatable, Sendable {
    /// For how many days ahead load is looked at.
    package static let days = 90

    /// The cards due so many days from today, tomorrow first.
    private let counts: [Int]

    /// Takes the number of cards due on each of the coming days, tomorrow first; at most ninety are looked at.
    package init(counts: [Int]) {
        self.counts = Array(counts.prefix(Self.days))
    }

    /// The day with the fewest cards, of several the one nearest to the interval; nil beyond what is known.
    func quietest(of days: Fuzz, near interval: Double) -> Int? {
        guard days.earliest >= 1, days.latest <= counts.count else { return nil }
        var best = days.earliest
        for day in days.earliest...days.latest where isBetter(day, than: best, near: interval) {
            best = day
        }
        return best
    }

    private func isBetter(_ day: Int, than other: Int, near interval: Double) -> Bool {
        let (count, otherCount) = (counts[day - 1], counts[other - 1])
        guard count == otherCount else { return count < otherCount }
        return (Double(day) - interval).magnitude < (Double(other) - interval).magnitude
    }
}
