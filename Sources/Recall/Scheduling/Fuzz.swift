/// The range of days around an interval from which the actual interval is chosen, so that cards learned together drift apart.
///
/// As in Anki: nothing below two and a half days, then one day in each direction plus a fraction of the interval that is
/// smaller for longer intervals.
struct Fuzz: Equatable {
    let earliest: Int
    let latest: Int

    /// The days around an interval, within `limits`.
    init(around interval: Double, within limits: ClosedRange<Int>) {
        let interval = interval.clamped(
            from: Double(limits.lowerBound),
            to: Double(limits.upperBound)
        )
        let reach = Self.reach(of: interval)
        let earliest = (interval - reach).roundedDays.clamped(to: limits)
        let latest = (interval + reach).roundedDays.clamped(to: limits)
        self.earliest = earliest
        // At least two days, if the limits allow it.
        let isSingle = latest == earliest && latest > 2 && latest < limits.upperBound
        self.latest = isSingle ? latest + 1 : latest
    }

    /// The day at a fraction of the range, from 0 up to 1; uniform if the fraction is.
    func day(at fraction: Double) -> Int {
        let day = Double(earliest) + fraction * Double(1 + latest - earliest)
        return Int(day).clamped(to: earliest...latest)
    }

    private static func reach(of interval: Double) -> Double {
        guard interval >= 2.5 else { return 0 }
        func days(from start: Double, to end: Double) -> Double {
            max(min(interval, end) - start, 0)
        }
        return 1 + 0.15 * days(from: 2.5, to: 7) + 0.1 * days(from: 7, to: 20)
            + 0.05 * days(from: 20, to: .infinity)
    }
}

extension Double {
    /// The nearest number of days, halves rounded up; for finite numbers that are not negative and fit into an Int.
    var roundedDays: Int { Int(self + 0.5) }
}

extension Comparable {
    @inlinable
    package func clamped(to limits: ClosedRange<Self>) -> Self {
        min(max(self, limits.lowerBound), limits.upperBound)
    }
}
