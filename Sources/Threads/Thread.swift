internal import Glibc

/// Threads outside Swift's cooperative pool, on which code may block.
package enum Thread {
    /// Runs `body` on a new, detached thread.
    package static func start(_ body: @escaping @Sendable () -> Void) {
        let context = Unmanaged.passRetained(Body(body))
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        var thread = pthread_t()
        let failure = pthread_create(
            &thread,
            &attributes,
            { context in
                guard let context else { return nil }
                Unmanaged<Body>.fromOpaque(context).takeRetainedValue().body()
                return nil
            },
            context.toOpaque()
        )
        precondition(failure == 0, "pthread_create failed with \(failure)")
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
