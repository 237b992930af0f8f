internal import Glibc

/// A thread outside Swift's cooperative pool, on which code may block.
package struct Thread: Sendable {
    private let thread: pthread_t

    /// Runs `body` on a new thread, which somebody must `join()`.
    package init(_ body: @escaping @Sendable () -> Void) {
        let context = Unmanaged.passRetained(Body(body))
        var thread = pthread_t()
        let failure = pthread_create(
            &thread,
            nil,
            { context in
                guard let context else { return nil }
                let signals = SignalStack()
                defer { signals.close() }
                Unmanaged<Body>.fromOpaque(context).takeRetainedValue().body()
                return nil
            },
            context.toOpaque()
        )
        precondition(failure == 0, "pthread_create failed with \(failure)")
        self.thread = thread
    }

    /// Returns when `body` has returned and all that it captured is released.
    package func join() { pthread_join(thread, nil) }

    /// Runs `body` on a new thread that nobody waits for.
    package static func start(_ body: @escaping @Sendable () -> Void) {
        pthread_detach(Thread(body).thread)
    }

    /// The same for work that is to get only the time that other threads leave.
    package static func startInBackground(_ body: @escaping @Sendable () -> Void) {
        start {
            // On Linux 0 is the calling thread, not its process. Without the right to do so it just runs as others do.
            setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
            body()
        }
    }

    /// Returns what `body` returns on a thread that gets only the time that nothing else wants: any other that wakes runs at once.
    ///
    /// Not for code that takes locks for which others wait, because on a busy machine it may not run for a while.
    package static func whenIdle<Value: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let outcome = Locked<Result<Value, Failure>?>(nil)
        let thread = Thread {
            var parameters = sched_param()
            _ = sched_setscheduler(0, idlePolicy, &parameters)
            let found = Result(catching: body)
            outcome.withLock { $0 = found }
        }
        thread.join()
        guard let outcome = outcome.withLock({ $0 }) else {
            preconditionFailure("The thread has ended without an outcome")
        }
        return try outcome.get()
    }

    /// `SCHED_IDLE` of Linux, which Swift's module of glibc lacks.
    package static let idlePolicy: Int32 = 5

    /// Pauses briefly between two takes of the same lock, so that threads waiting for it get their turn.
    package static func giveWay() { usleep(2_000) }
}

/// Where signal handlers run on one thread, so that they also run when its own stack is full.
private struct SignalStack {
    private let memory: UnsafeMutableRawPointer?

    private static let size = 64 << 10

    init() {
        let memory = mmap(
            nil,
            Self.size,
            PROT_READ | PROT_WRITE,
            MAP_PRIVATE | MAP_ANONYMOUS,
            -1,
            0
        )
        self.memory = memory == MAP_FAILED ? nil : memory
        guard let memory = self.memory else { return }
        var stack = stack_t(ss_sp: memory, ss_flags: 0, ss_size: Self.size)
        sigaltstack(&stack, nil)
    }

    func close() {
        guard let memory else { return }
        var stack = stack_t(ss_sp: nil, ss_flags: Int32(SS_DISABLE), ss_size: 0)
        sigaltstack(&stack, nil)
        munmap(memory, Self.size)
    }
}

private final class Body: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }
}
