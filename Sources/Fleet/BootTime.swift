internal import Glibc

/// Time since the machine started, also while it slept: a lease ends while its node sleeps.
package struct BootTime: Hashable, Comparable, Sendable {
    private let nanoseconds: Int64

    package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    package static var now: BootTime {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return BootTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// Before all others.
    package static let never = BootTime(nanoseconds: 0)

    func seconds(after other: BootTime) -> Double {
        Double(nanoseconds - other.nanoseconds) / 1_000_000_000
    }

    package static func < (left: BootTime, right: BootTime) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    package static func + (time: BootTime, duration: Duration) -> BootTime {
        let (seconds, attoseconds) = duration.components
        return BootTime(
            nanoseconds: time.nanoseconds + seconds * 1_000_000_000 + attoseconds / 1_000_000_000
        )
    }
}
