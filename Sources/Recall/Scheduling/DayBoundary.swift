/// Where a learner's day ends: not at midnight but some hours later, when even those who study late are asleep.
///
/// Days have numbers, and whoever counts from one review to the next counts these, not spans of 24 hours: a card learned
/// at eleven in the evening was learned yesterday at seven in the morning. The number is that of Anki's days.
package struct DayBoundary: Equatable, Sendable {
    /// How many hours after midnight a day begins.
    package let rollover: Int

    /// Lets days begin so many hours after midnight, 0 to 23.
    package init(rollover: Int = 4) {
        self.rollover = min(max(rollover, 0), 23)
    }

    /// The number of the day in which a moment lies, for a clock that is `offset` minutes ahead of UTC.
    package func day(of moment: Int64, offset: Int) -> Int {
        let local = Self.limited(moment) + shift(offset)
        let day = local / Self.length
        return Int(local % Self.length < 0 ? day - 1 : day)
    }

    /// The moment at which a day begins.
    package func start(of day: Int, offset: Int) -> Int64 {
        Int64(day) * Self.length - shift(offset)
    }

    static let length: Int64 = 86_400_000

    private func shift(_ offset: Int) -> Int64 {
        Int64(min(max(offset, -2_880), 2_880)) * 60_000 - Int64(rollover) * 3_600_000
    }

    /// Moments that a calendar knows, some 270,000 years around 1970; others count as the last of them.
    static func limited(_ moment: Int64) -> Int64 {
        min(max(moment, -8_640_000_000_000_000), 8_640_000_000_000_000)
    }
}
