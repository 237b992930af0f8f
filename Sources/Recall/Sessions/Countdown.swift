/// The clock of a race, as a value: it knows what time it is only when it is told.
///
/// Moments are milliseconds of any clock that does not go back; should one go back all the same, no time passes.
package struct Countdown: Equatable, Sendable {
    /// How long a race may take, in seconds.
    package static let lengths = 10...600

    /// How long it takes when nobody chose, in seconds.
    package static let usual = Countdown(length: 100_000, elapsed: 0)

    /// The length in milliseconds.
    let length: Int64

    /// How many of them have run, as far as is known.
    private(set) var elapsed: Int64

    /// The moment up to which time is counted, while the clock runs.
    private var counted: Int64?

    /// A clock that stands at its full length; nil for a length that no race has.
    package init?(seconds: Int) {
        guard Self.lengths ~= seconds else { return nil }
        self.init(length: Int64(seconds * 1000), elapsed: 0)
    }

    /// A clock that stands where an earlier one stood.
    init?(length: Int64, resumingAfter elapsed: Int64) {
        guard length % 1000 == 0, Self.lengths ~= Int(length / 1000), 0...length ~= elapsed else {
            return nil
        }
        self.init(length: length, elapsed: elapsed)
    }

    private init(length: Int64, elapsed: Int64) {
        self.length = length
        self.elapsed = elapsed
    }

    /// How many seconds are left, the begun one counted in: what a clock shows.
    package var secondsLeft: Int { Int((length - elapsed + 999) / 1000) }

    /// Whether time is up; then it is for good.
    package var isOut: Bool { elapsed == length }

    /// Whether time passes.
    package var isRunning: Bool { counted != nil }

    /// The same clock, standing.
    var standing: Countdown { Countdown(length: length, elapsed: elapsed) }

    /// The same clock before it ever ran.
    var full: Countdown { Countdown(length: length, elapsed: 0) }

    /// Lets time pass up to a moment, if the clock runs.
    mutating func tick(at moment: Int64) {
        guard let counted else { return }
        let (passed, isBeyondCounting) = moment.subtractingReportingOverflow(counted)
        if isBeyondCounting {
            elapsed = moment > counted ? length : elapsed
        } else {
            elapsed += min(max(passed, 0), length - elapsed)
        }
        self.counted = isOut ? nil : moment
    }

    /// Runs from a moment on, unless time is up; a running clock ticks.
    mutating func resume(at moment: Int64) {
        tick(at: moment)
        if !isOut { counted = moment }
    }

    /// Stands from a moment on.
    mutating func pause(at moment: Int64) {
        tick(at: moment)
        counted = nil
    }
}
