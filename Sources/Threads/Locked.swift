/// A value that only one thread at a time can use.
///
/// A thread can also wait until the value meets a condition: each use wakes the waiting threads, which then check it
/// again. The lock is not recursive, and nothing may be awaited inside.
package final class Locked<Value>: Sendable {
    private let lock = Lock()
    private let change: Condition
    // Both free of races because they are used only while `lock` is held.
    private nonisolated(unsafe) var value: Value
    private nonisolated(unsafe) var waiting = 0

    package init(_ value: sending Value) {
        change = Condition(of: lock)
        self.value = value
    }

    /// Runs `body` while no other thread uses the value.
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
        waiting += 1
        defer { waiting -= 1 }
        var isInTime = true
        while isInTime, !condition(value) {
            if deadline == .never { change.wait() } else { isInTime = change.wait(until: deadline) }
        }
    }

    private func use<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { if waiting > 0 { change.broadcast() } }
        return try body(&value)
    }
}
