package import Notes
import Threads

/// A clock that a test sets.
package struct TestClock: Sendable {
    /// Wednesday, 14 January 2026, 12:00 UTC.
    private let milliseconds = Locked<Int64>(1_768_392_000_000)

    package init() {}

    package var now: Moment { milliseconds.withLock { Moment(milliseconds: $0) } }

    package func advance(by amount: Int64) { milliseconds.withLock { $0 += amount } }
}

extension Moment {
    /// A moment this many milliseconds later, or earlier if negative.
    package func later(by milliseconds: Int64) -> Moment {
        Moment(milliseconds: self.milliseconds + milliseconds)
    }
}
