internal import Glibc

/// Lets one thread at a time into the code that it guards.
///
/// A thin wrapper over a pthread mutex: the thread sanitiser understands it, while it reports false races for
/// `Synchronization.Mutex`. It is not recursive, and nothing may be awaited inside.
public final class Lock: @unchecked Sendable {
    // The mutex lives on the heap because its address must never change.
    let mutex: UnsafeMutablePointer<pthread_mutex_t>

    /// Makes a lock that nobody holds.
    public init() {
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        let failure = pthread_mutex_init(mutex, nil)
        precondition(failure == 0, "pthread_mutex_init failed with \(failure)")
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs a body while no other thread runs one under the same lock.
    public func withLock<Result: ~Copyable, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body()
    }

    /// Runs a body as `withLock` does, unless another thread runs one.
    public func withLockIfFree<Failure: Error>(
        _ body: () throws(Failure) -> Void
    ) throws(Failure) {
        guard pthread_mutex_trylock(mutex) == 0 else { return }
        defer { pthread_mutex_unlock(mutex) }
        try body()
    }
}
