internal import Glibc
package import Notes

/// The source of time, which tests replace.
package struct Clock: Sendable {
    package var now: @Sendable () -> Moment
    /// The learner's UTC offset in minutes.
    package var offset: @Sendable () -> Int
    /// The time since the machine started, also while it sleeps; unlike `now`, it cannot be set.
    package var uptime: @Sendable () -> Duration

    package init(
        now: @escaping @Sendable () -> Moment,
        offset: @escaping @Sendable () -> Int,
        uptime: @escaping @Sendable () -> Duration = Self.machineUptime
    ) {
        self.now = now
        self.offset = offset
        self.uptime = uptime
    }

    package static let machineUptime: @Sendable () -> Duration = {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
