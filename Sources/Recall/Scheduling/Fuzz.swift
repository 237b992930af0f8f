/// The days around an interval from which the stored one is drawn, so that cards learned together part.
///
/// As in Anki: nothing below two and a half days, then a day each way and a part of the days above, a smaller one the
/// longer the interval.
struct Fuzz: Equatable {
    let earliest: Int
    let latest: Int

    /// The days around an interval, none of them outside of `limits`.
    init(around interval: Double, within limits: ClosedRange<Int>) {
        let interval = interval.clamped(
            from: Double(limits.lowerBound),
            to: Double(limits.upperBound)
        )
        let reach = Self.reach(of: interval)
        let earliest = (interval - reach).roundedDays.clamped(to: limits)
        let latest = (interval + reach).roundedDays.clamped(to: limits)
        self.earliest = earliest
        // A choice of two at least, where there is room for one.
        let isSingle = latest == earliest && latest > 2 && latest < limits.upperBound
        self.latest = isSingle ? latest + 1 : latest
    }

    /// One of the days, each as likely as another for a `chance` from 0 up to 1.
    func day(by chance: Double) -> Int {
        let day = Double(earliest) + chance * Double(1 + latest - earliest)
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
    /// The nearest whole number of days, halves upwards; for what is not negative and not beyond all calendars.
    var roundedDays: Int { Int(self + 0.5) }
}

extension Int {
    func clamped(to limits: ClosedRange<Int>) -> Int {
        Swift.min(Swift.max(self, limits.lowerBound), limits.upperBound)
    }
}
