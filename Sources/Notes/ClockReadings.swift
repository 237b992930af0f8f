/// What the clock said on the last two days on which a library or a server was used; shows whether it may be trusted to delete things.
///
/// A clock that is wrong for one day, or for one request, must not make everything look old.
package struct ClockReadings: Codable, Hashable, Sendable {
    private var earlier: Moment?
    private var latest: Moment?

    private static let day: Int64 = 20 * 3_600_000
    /// A longer time between two days of use may be an absence as well as a wrong clock.
    private static let longestPause: Int64 = 7 * 86_400_000

    package init() {}

    /// Records what the clock says; more than once a day changes nothing.
    package mutating func record(_ now: Moment) {
        if let latest, (0..<Self.day).contains(now.milliseconds - latest.milliseconds) { return }
        (earlier, latest) = (latest, now)
    }

    /// The moment by which to judge how old things are: a clock that has jumped counts only on its second day.
    ///
    /// Nil on the first day, when nothing is known about the clock.
    package func trusted(at now: Moment) -> Moment? {
        guard let earlier, let latest else { return nil }
        let isSteady = latest.milliseconds - earlier.milliseconds <= Self.longestPause
        return isSteady ? now : min(now, earlier)
    }
}
