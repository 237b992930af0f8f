internal import Glibc

/// A mutual-exclusion lock; prefer `Locked` where it guards one value.
///
/// It wraps a pthread mutex because the thread sanitiser reports false races for `Synchronization.Mutex`. It is not
/// recursive, and nothing may be awaited inside.
///
/// `@unchecked Sendable`: it wraps a pthread mutex, which threads may share.
@usableFromInline
package final class Lock: @unchecked Sendable {
    // On the heap because its address must never change.
    let mutex: UnsafeMutablePointer<pthread_mutex_t>

    package init() {
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        let failure = pthread_mutex_init(mutex, nil)
        precondition(failure == 0, "pthread_mutex_init failed with \(failure)")
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs `body` while this thread holds the lock.
    @inlinable
    package func withLock<Result: ~Copyable, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        acquire()
        defer { release() }
        return try body()
    }

    @usableFromInline
    func acquire() { pthread_mutex_lock(mutex) }

    @usableFromInline
    func release() { pthread_mutex_unlock(mutex) }

    /// Runs `body` as `withLock` does, or not at all if another thread holds the lock.
    package func withLockIfFree<Failure: Error>(
        _ body: () throws(Failure) -> Void
    ) throws(Failure) {
        guard pthread_mutex_trylock(mutex) == 0 else { return }
        defer { pthread_mutex_unlock(mutex) }
        try body()
    }
}
