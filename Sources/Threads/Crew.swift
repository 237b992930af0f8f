internal import Glibc

/// Threads that do one piece of work together, cut into numbered parts.
///
/// The caller works along, so that a crew of one needs no thread, and helpers wait between pieces of work: handing out
/// a piece costs microseconds. They end with the crew.
public final class Crew: Sendable {
    private let bench: Bench
    /// How many threads work, the caller's among them.
    public let size: Int

    /// How many cores this machine has for us.
    public static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// Starts the helpers.
    public init(size: Int = Crew.cores) {
        precondition(size > 0, "a crew has a member at least")
        self.size = size
        let bench = Bench()
        self.bench = bench
        for _ in 1..<size { Thread.start { bench.help() } }
    }

    deinit { bench.close() }

    /// Calls a body once with every number below the count, and returns when all calls have.
    ///
    /// One piece of work at a time: the body must not give the crew another.
    public func run(_ count: Int, _ body: @Sendable (Int) -> Void) {
        guard size > 1, count > 1 else {
            for part in 0..<count { body(part) }
            return
        }
        withoutActuallyEscaping(body) { bench.run(count, $0) }
    }
}

/// Where work lies and helpers wait.
private final class Bench: @unchecked Sendable {
    private struct Work {
        let count: Int
        let body: @Sendable (Int) -> Void
        var next = 0
    }

    private let lock = Lock()
    private let wake: Condition
    private let done: Condition
    // All below is guarded by `lock`.
    private var work: Work?
    private var busy = 0
    private var isClosed = false

    init() {
        wake = Condition(of: lock)
        done = Condition(of: lock)
    }

    func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        lock.withLock {
            precondition(work == nil, "a crew does one piece of work at a time")
            work = Work(count: count, body: body)
            wake.broadcast()
        }
        takePart()
        lock.withLock {
            while busy > 0 { done.wait() }
            work = nil
        }
    }

    func help() {
        while waitForWork() {
            takePart()
            lock.withLock {
                busy -= 1
                if busy == 0 { done.signal() }
            }
        }
    }

    func close() {
        lock.withLock {
            isClosed = true
            wake.broadcast()
        }
    }

    /// Waits until there is something to do, and counts as busy from then on.
    private func waitForWork() -> Bool {
        lock.withLock {
            while !isClosed {
                if let work, work.next < work.count {
                    busy += 1
                    return true
                }
                wake.wait()
            }
            return false
        }
    }

    /// Does parts until none is left.
    ///
    /// Never inlined: when it returns, nothing here holds the body any more, which the caller only lent.
    @inline(never)
    private func takePart() {
        while let (part, body) = nextPart() { body(part) }
    }

    private func nextPart() -> (Int, @Sendable (Int) -> Void)? {
        lock.withLock {
            guard let work, work.next < work.count else { return nil }
            self.work?.next += 1
            return (work.next, work.body)
        }
    }
}
