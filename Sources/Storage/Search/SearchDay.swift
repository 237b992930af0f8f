package import Notes
package import Recall

/// When a search is made, on the learner's own clock.
package struct SearchDay: Sendable {
    /// The moment.
    package var now: Moment
    /// How many minutes the clock is ahead of UTC.
    package var offset: Int
    /// When days begin.
    package var boundary: DayBoundary

    /// Puts together when it is.
    package init(now: Moment, offset: Int, boundary: DayBoundary) {
        self.now = now
        self.offset = offset
        self.boundary = boundary
    }

    /// The number of the day.
    var today: Int { boundary.day(of: now.milliseconds, offset: offset) }

    /// When the day begins that is so many days away.
    func start(in days: Int) -> Int64 { boundary.start(of: today + days, offset: offset) }
}
