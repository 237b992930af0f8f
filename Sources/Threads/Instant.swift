internal import Glibc

/// A moment on the clock that only goes forwards: nanoseconds since the machine started.
public struct Instant: Hashable, Comparable, Sendable {
    /// The count of nanoseconds; comparable only with others of the same run of the machine.
    public var nanoseconds: Int64

    /// Makes the instant with the given count.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// An instant that never comes.
    public static let never = Instant(nanoseconds: .max)

    /// The present instant.
    public static var now: Instant {
        var time = Glibc.timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    var timespec: Glibc.timespec {
        Glibc.timespec(
            tv_sec: Int(nanoseconds / 1_000_000_000),
            tv_nsec: Int(nanoseconds % 1_000_000_000)
        )
    }

    /// Whether an instant comes before another.
    public static func < (left: Instant, right: Instant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// The instant that lies a while after another; far too long a while gives `never`.
    public static func + (instant: Instant, duration: Duration) -> Instant {
        let (seconds, attoseconds) = duration.components
        let (scaled, tooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, tooLate) = instant.nanoseconds.addingReportingOverflow(scaled)
        let (result, overflow) = sum.addingReportingOverflow(attoseconds / 1_000_000_000)
        return tooLong || tooLate || overflow ? .never : Instant(nanoseconds: result)
    }

    /// The while from one instant to another.
    public static func - (later: Instant, earlier: Instant) -> Duration {
        .nanoseconds(later.nanoseconds - earlier.nanoseconds)
    }
}
