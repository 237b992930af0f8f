package import Notes
package import Recall

/// The time of a search on the learner's clock.
package struct SearchDay: Sendable {
    package var now: Moment
    /// How many minutes the clock is ahead of UTC.
    package var offset: Int
    package var boundary: DayBoundary

    package init(now: Moment, offset: Int, boundary: DayBoundary) {
        self.now = now
        self.offset = offset
        self.boundary = boundary
    }

    package var today: Int { boundary.day(of: now.milliseconds, offset: offset) }

    /// When another day begins, so many days from today.
    package func start(in days: Int) -> Int64 { boundary.start(of: today + days, offset: offset) }
}
