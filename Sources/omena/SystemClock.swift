import Exchange
internal import Glibc
import Notes
import Server

/// The machine's clock and time zone.
enum SystemClock {
    static let clock = Clock(now: now, offset: { LocalTime.offset })

    private static func now() -> Moment {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Moment(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
