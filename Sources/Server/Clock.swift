internal import Glibc
package import Library
package import Notes

/// The source of time, which tests replace.
package struct Clock: Sendable {
    package var now: @Sendable () -> Moment
    /// The UTC offset in minutes.
    package var offset: @Sendable () -> Int
    /// Whether the learner sits at this machine, so that the offset is theirs.
    var isOfLearner = false
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

    /// The same with the UTC offset of a library's learner, which is that of their latest answer; that of this machine if the
    /// learner sits at it, and before the first answer.
    package func withOffset(of library: Library) -> Clock {
        guard !isOfLearner else { return self }
        var clock = self
        clock.offset = { [offset] in (try? library.learnersOffset()) ?? offset() }
        return clock
    }

    package static let machineUptime: @Sendable () -> Duration = {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
