internal import Glibc

/// A thread of our own, on which code may block without holding up Swift's.
public enum Thread {
    /// Runs a body on a new thread and does not wait for it.
    public static func start(_ body: @escaping @Sendable () -> Void) {
        let errand = Unmanaged.passRetained(Errand(body))
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
                Unmanaged<Errand>.fromOpaque(context).takeRetainedValue().body()
                return nil
            },
            errand.toOpaque()
        )
        precondition(failure == 0, "pthread_create failed with \(failure)")
    }

    /// Waits a moment, for whoever takes a lock again and again: it would seldom go to those who wait for it.
    public static func giveWay() { usleep(2_000) }
}

private final class Errand: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }
}
