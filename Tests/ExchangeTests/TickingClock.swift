import Notes
import Threads

/// A clock that advances by a second each time it is read.
struct TickingClock: Sendable {
    private let milliseconds = Locked<Int64>(1_768_392_000_000)

    var next: Moment {
        milliseconds.withLock {
            $0 += 1_000
            return Moment(milliseconds: $0)
        }
    }
}
