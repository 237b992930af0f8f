/// The clock of a race, as a value that is told what time it is.
///
/// Moments are milliseconds of a clock that should not go back; if it does, no time passes.
package struct Countdown: Equatable, Sendable {
    /// The permitted lengths, in seconds.
    package static let lengths = 10...600

    /// The length unless the learner chose one: 100 seconds.
    package static let standard = Countdown(length: 100_000, elapsed: 0)

    /// In milliseconds.
    let length: Int64

    /// In milliseconds, up to the last tick.
    private(set) var elapsed: Int64

    /// The moment of the last tick while the clock runs, else nil.
    private var lastTick: Int64?

    /// A paused clock with all of its time; nil for a length that is not permitted.
    package init?(seconds: Int) {
        guard Self.lengths ~= seconds else { return nil }
        self.init(length: Int64(seconds * 1000), elapsed: 0)
    }

    /// Restores a stored clock, paused; nil for values that no clock has.
    init?(storedLength length: Int64, elapsed: Int64) {
        guard length % 1000 == 0, Self.lengths ~= Int(length / 1000), 0...length ~= elapsed else {
            return nil
        }
        self.init(length: length, elapsed: elapsed)
    }

    private init(length: Int64, elapsed: Int64) {
        self.length = length
        self.elapsed = elapsed
    }

    /// The seconds left, rounded up, as a clock shows them.
    package var secondsLeft: Int { Int((length - elapsed + 999) / 1000) }

    /// Whether time is up, which is final.
    var isExpired: Bool { elapsed == length }

    package var isRunning: Bool { lastTick != nil }

    var paused: Countdown { Countdown(length: length, elapsed: elapsed) }

    /// The clock with all of its time, paused.
    var restarted: Countdown { Countdown(length: length, elapsed: 0) }

    /// Counts the time up to a moment, if the clock runs.
    mutating func tick(at moment: Int64) {
        guard let lastTick else { return }
        let (passed, overflows) = moment.subtractingReportingOverflow(lastTick)
        if overflows {
            elapsed = moment > lastTick ? length : elapsed
        } else {
            elapsed += min(max(passed, 0), length - elapsed)
        }
        self.lastTick = isExpired ? nil : moment
    }

    /// Runs from a moment on, unless time is up; a clock that already runs ticks.
    mutating func resume(at moment: Int64) {
        tick(at: moment)
        if !isExpired { lastTick = moment }
    }

    mutating func pause(at moment: Int64) {
        tick(at: moment)
        lastTick = nil
    }
}
