/// A value that only one thread at a time can use.
///
/// A thread can also wait until the value meets a condition: each use wakes the waiting threads, which then check it
/// again. The lock is not recursive, and nothing may be awaited inside.
///
/// Inlined, because every request uses dozens, and calls to generic code cost more than the lock.
@usableFromInline
package final class Locked<Value>: Sendable {
    @usableFromInline let lock = Lock()
    // All free of races and of overlapping accesses because they are used only while `lock` is held.
    @usableFromInline @exclusivity(unchecked) nonisolated(unsafe) var value: Value
    @usableFromInline @exclusivity(unchecked) nonisolated(unsafe) var waiting = 0
    /// Created by the first thread that waits, because most values are never waited for.
    private nonisolated(unsafe) var change: Condition?

    package init(_ value: sending Value) {
        self.value = value
    }

    /// Runs `body` while no other thread uses the value.
    @inlinable
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try lock.withLock { () throws(Failure) in try use(body) }
    }

    /// Waits until the value meets `condition`, then runs `body` while no other thread uses the value.
    package func withLock<Result, Failure: Error>(
        when condition: (Value) -> Bool,
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try lock.withLock { () throws(Failure) in
            wait(for: condition, until: .never)
            return try use(body)
        }
    }

    /// Waits until the value meets `condition`, but no longer than until `deadline`, and then runs `body` either way.
    package func withLock<Result, Failure: Error>(
        when condition: (Value) -> Bool,
        orAt deadline: Instant,
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try lock.withLock { () throws(Failure) in
            wait(for: condition, until: deadline)
            return try use(body)
        }
    }

    private func wait(for condition: (Value) -> Bool, until deadline: Instant) {
        guard !condition(value) else { return }
        let change = change ?? Condition(of: lock)
        self.change = change
        waiting += 1
        defer { waiting -= 1 }
        var isInTime = true
        repeat {
            if deadline == .never { change.wait() } else { isInTime = change.wait(until: deadline) }
        } while isInTime && !condition(value)
    }

    @inlinable
    func use<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { if waiting > 0 { wakeAll() } }
        return try body(&value)
    }

    @usableFromInline
    func wakeAll() { change?.broadcast() }
}
