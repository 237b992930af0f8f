internal import Glibc

/// Runs the iterations of a loop on several threads.
///
/// The caller's thread takes part, so that a size of one needs no other. The other threads wait between two loops, which
/// makes starting a loop a matter of microseconds; they end when this object is deallocated.
package final class ParallelFor: Sendable {
    private let loop = SharedLoop()
    /// The number of threads, including the caller's.
    package let size: Int

    /// How many cores this process can use.
    package static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    package init(size: Int = ParallelFor.cores) {
        precondition(size > 0, "A parallel loop needs a thread")
        self.size = size
        for _ in 1..<size { Thread.start { [loop] in loop.help() } }
    }

    deinit { loop.close() }

    /// Calls `body` once with each number below `count`, and returns when all calls have returned.
    ///
    /// Only one loop may run at a time, so `body` must not start another.
    package func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        guard size > 1, count > 1 else {
            for index in 0..<count { body(index) }
            return
        }
        loop.run(count, body)
    }
}

private final class SharedLoop: Sendable {
    private struct State {
        var iterations = 0..<0
        var body: (@Sendable (Int) -> Void)?
        /// Helpers that may be running an iteration.
        var busy = 0
        var isClosed = false
    }

    private let lock = Lock()
    private let wake: Condition
    private let done: Condition
    // Free of races because it is used only while `lock` is held. Two conditions, rather than one `Locked`, wake only those
    // threads that have something to do.
    private nonisolated(unsafe) var state = State()

    init() {
        wake = Condition(of: lock)
        done = Condition(of: lock)
    }

    func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        lock.withLock {
            precondition(state.body == nil, "Only one parallel loop may run at a time")
            state.iterations = 0..<count
            state.body = body
            wake.broadcast()
        }
        takePart()
        lock.withLock {
            while state.busy > 0 { done.wait() }
            state.body = nil
        }
    }

    func help() {
        while waitForIterations() {
            takePart()
            lock.withLock {
                state.busy -= 1
                if state.busy == 0 { done.signal() }
            }
        }
    }

    func close() {
        lock.withLock {
            state.isClosed = true
            wake.broadcast()
        }
    }

    /// Counts the thread as busy when there are iterations left; false once the loop is closed.
    private func waitForIterations() -> Bool {
        lock.withLock {
            while !state.isClosed {
                guard state.iterations.isEmpty else {
                    state.busy += 1
                    return true
                }
                wake.wait()
            }
            return false
        }
    }

    /// Runs iterations until none is left.
    ///
    /// Never inlined, so that nothing here holds on to the non-escaping body after this returns.
    @inline(never)
    private func takePart() {
        while let (index, body) = next() { body(index) }
    }

    private func next() -> (Int, @Sendable (Int) -> Void)? {
        lock.withLock {
            guard let body = state.body, let index = state.iterations.popFirst() else { return nil }
            return (index, body)
        }
    }
}
