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

    /// Pauses briefly between two takes of the same lock, so that threads waiting for it get their turn.
    package static func giveWay() { usleep(2_000) }
}

private final class Body: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }
}
