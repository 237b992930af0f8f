internal import Glibc

/// Lets many threads read at once, or one write.
///
/// It is not recursive, and nothing may be awaited inside.
public final class ReadWriteLock: @unchecked Sendable {
    // On the heap because its address must never change.
    private let lock: UnsafeMutablePointer<pthread_rwlock_t>

    /// Makes a lock that nobody holds.
    public init() {
        lock = .allocate(capacity: 1)
        lock.initialize(to: pthread_rwlock_t())
        let failure = pthread_rwlock_init(lock, nil)
        precondition(failure == 0, "pthread_rwlock_init failed with \(failure)")
    }

    deinit {
        pthread_rwlock_destroy(lock)
        lock.deallocate()
    }

    /// Runs a body while nobody writes.
    public func withReading<Result: ~Copyable, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_rwlock_rdlock(lock)
        defer { pthread_rwlock_unlock(lock) }
        return try body()
    }

    /// Runs a body while nobody else reads or writes.
    public func withWriting<Result: ~Copyable, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_rwlock_wrlock(lock)
        defer { pthread_rwlock_unlock(lock) }
        return try body()
    }
}
