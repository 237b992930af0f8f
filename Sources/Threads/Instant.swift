internal import Glibc

/// A time on the monotonic clock, in nanoseconds since the machine started.
package struct Instant: Hashable, Comparable, Sendable {
    package var nanoseconds: Int64

    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// A deadline that never passes.
    package static let never = Instant(nanoseconds: .max)

    package static var now: Instant {
        var time = Glibc.timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// How long it is until then, as `poll` takes it; nil once it has passed.
    package var pollTimeout: Int32? {
        let milliseconds = (nanoseconds - Instant.now.nanoseconds) / 1_000_000
        return milliseconds > 0 ? Int32(clamping: milliseconds) : nil
    }

    var timespec: Glibc.timespec {
        Glibc.timespec(
            tv_sec: Int(nanoseconds / 1_000_000_000),
            tv_nsec: Int(nanoseconds % 1_000_000_000)
        )
    }

    package static func < (left: Instant, right: Instant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// An overflow gives `never`.
    package static func + (instant: Instant, duration: Duration) -> Instant {
        let (seconds, attoseconds) = duration.components
        let (scaled, tooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, tooLate) = instant.nanoseconds.addingReportingOverflow(scaled)
        let (result, overflow) = sum.addingReportingOverflow(attoseconds / 1_000_000_000)
        return tooLong || tooLate || overflow ? .never : Instant(nanoseconds: result)
    }

    package static func - (later: Instant, earlier: Instant) -> Duration {
        .nanoseconds(later.nanoseconds - earlier.nanoseconds)
    }
}

extension Duration {
    package var inSeconds: Double { self / .seconds(1) }
}
