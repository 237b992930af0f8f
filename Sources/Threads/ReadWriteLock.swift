internal import Glibc

/// A lock that many threads may hold for reading, or one for writing.
///
/// It is not recursive, and nothing may be awaited inside.
///
/// `@unchecked Sendable`: it wraps a pthread lock, which threads may share.
package final class ReadWriteLock: @unchecked Sendable {
    // On the heap because its address must never change.
    private let lock: UnsafeMutablePointer<pthread_rwlock_t>

    package init() {
        lock = .allocate(capacity: 1)
        lock.initialize(to: pthread_rwlock_t())
        let failure = pthread_rwlock_init(lock, nil)
        precondition(failure == 0, "pthread_rwlock_init failed with \(failure)")
    }

    deinit {
        pthread_rwlock_destroy(lock)
        lock.deallocate()
    }

    /// Runs `body` while no other thread writes.
    package func withReading<Result: ~Copyable, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_rwlock_rdlock(lock)
        defer { pthread_rwlock_unlock(lock) }
        return try body()
    }

    /// Runs `body` while no other thread reads or writes.
    package func withWriting<Result: ~Copyable, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_rwlock_wrlock(lock)
        defer { pthread_rwlock_unlock(lock) }
        return try body()
    }
}
