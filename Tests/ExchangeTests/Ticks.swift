import Notes
import Threads

/// A clock that goes on a second whenever somebody looks at it.
final class Ticks: @unchecked Sendable {
    private let lock = Lock()
    // Guarded by `lock`.
    private var milliseconds: Int64 = 1_768_392_000_000

    var next: Moment {
        lock.withLock {
            milliseconds += 1_000
            return Moment(milliseconds: milliseconds)
        }
    }
}
