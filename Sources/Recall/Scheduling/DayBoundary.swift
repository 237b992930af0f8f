/// The hour at which a learner's day ends: not at midnight but some hours later, after the latest study.
///
/// Days are numbered as in Anki, and intervals count these days rather than spans of 24 hours: a card learned at eleven
/// in the evening was learned yesterday when it is seven in the morning.
package struct DayBoundary: Equatable, Sendable {
    /// The hour after midnight at which a day begins, 0 to 23.
    package let rollover: Int

    package init(rollover: Int = 4) {
        self.rollover = min(max(rollover, 0), 23)
    }

    /// The number of the day that contains a moment, for a clock that is `offset` minutes ahead of UTC.
    package func day(of moment: Int64, offset: Int) -> Int {
        let local = Self.clamped(moment) + localOffset(offset)
        let day = local / Self.length
        return Int(local % Self.length < 0 ? day - 1 : day)
    }

    /// The moment at which a day begins.
    package func start(of day: Int, offset: Int) -> Int64 {
        Int64(day) * Self.length - localOffset(offset)
    }

    /// In milliseconds.
    package static let length: Int64 = 86_400_000

    private func localOffset(_ offset: Int) -> Int64 {
        Int64(min(max(offset, -2_880), 2_880)) * 60_000 - Int64(rollover) * 3_600_000
    }

    /// The moments that calendars have dates for, some 270,000 years around 1970: those of JavaScript's `Date`.
    package static let moments: ClosedRange<Int64> = -8_640_000_000_000_000...8_640_000_000_000_000

    package static func clamped(_ moment: Int64) -> Int64 {
        min(max(moment, moments.lowerBound), moments.upperBound)
    }
}
