/// A value that only one thread at a time can read or change.
package final class Protected<Value>: @unchecked Sendable {
    private let lock = Lock()
    // Guarded by `lock`.
    private var value: Value

    package init(_ value: Value) { self.value = value }

    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try lock.withLock { () throws(Failure) in try body(&value) }
    }
}
