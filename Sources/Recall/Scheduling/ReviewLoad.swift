/// How many cards are due on each of the coming days, so that new intervals can end on less busy days.
package struct ReviewLoad: Equatable, Sendable {
    /// How many days ahead the load is considered.
    package static let days = 90

    /// By days from today, tomorrow first.
    private let counts: [Int]

    /// Takes the number of cards due on each of the coming days, tomorrow first; only the first `days` are used.
    package init(counts: [Int]) {
        self.counts = Array(counts.prefix(Self.days))
    }

    /// The day with the fewest cards, and among equals the one nearest to the interval; nil beyond the known days.
    func leastBusyDay(in fuzz: Fuzz, near interval: Double) -> Int? {
        guard fuzz.earliest >= 1, fuzz.latest <= counts.count else { return nil }
        var best = fuzz.earliest
        for day in fuzz.earliest...fuzz.latest where isBetter(day, than: best, near: interval) {
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
