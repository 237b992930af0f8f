/// Runs work on several cores; the threads are provided by the caller, so that this module runs on every platform.
///
/// Work is divided by the size of the log alone, and its results are added in that order, so that the parameters are the
/// same, bit for bit, on any number of cores.
package struct ParallelRunner: Sendable {
    /// Calls a body once with every number below the count, and returns after all calls have returned.
    package typealias Run =
        @Sendable (_ count: Int, _ body: @escaping @Sendable (Int) -> Void) -> Void

    let run: Run

    package init(run: @escaping Run) {
        self.run = run
    }

    /// Calls the body on the calling thread.
    package static let serial = ParallelRunner { count, body in
        for index in 0..<count { body(index) }
    }

    /// The values of a function for every number below the count, in that order.
    func map<Value>(_ count: Int, _ transform: @escaping (Int) -> Value) -> [Value] {
        [Value](unsafeUninitializedCapacity: count) { buffer, initialized in
            // Every call writes to its own element, and all have returned before the array is used.
            nonisolated(unsafe) let transform = transform
            nonisolated(unsafe) let base = buffer.baseAddress
            run(count) { index in
                base?.advanced(by: index).initialize(to: transform(index))
            }
            initialized = count
        }
    }
}
