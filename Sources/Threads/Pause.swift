internal import Glibc

/// Waiting that nobody ends early.
package enum Pause {
    package static func wait(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        var rest = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        while true {
            var wanted = rest
            guard nanosleep(&wanted, &rest) != 0, errno == EINTR else { return }
        }
    }
}
