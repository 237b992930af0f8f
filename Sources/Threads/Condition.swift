internal import Glibc

/// A condition variable of a `Lock`.
///
/// A wait may end without a signal, so wait in a loop that checks the guarded state.
///
/// `@unchecked Sendable`: it wraps a pthread condition, which threads may share.
package final class Condition: @unchecked Sendable {
    private let lock: Lock
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    package init(of lock: Lock) {
        self.lock = lock
        condition = .allocate(capacity: 1)
        condition.initialize(to: pthread_cond_t())
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        defer { pthread_condattr_destroy(&attributes) }
        // The monotonic clock, so that setting the wall clock neither hurries nor delays a deadline.
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        let failure = pthread_cond_init(condition, &attributes)
        precondition(failure == 0, "pthread_cond_init failed with \(failure)")
    }

    deinit {
        pthread_cond_destroy(condition)
        condition.deallocate()
    }

    /// Releases the lock until another thread signals, then takes it again; the caller must hold it.
    package func wait() {
        pthread_cond_wait(condition, lock.mutex)
    }

    /// Waits as `wait()` does, but no longer than until `deadline`; false if that has passed.
    @discardableResult
    package func wait(until deadline: Instant) -> Bool {
        var time = deadline.timespec
        return pthread_cond_timedwait(condition, lock.mutex, &time) != ETIMEDOUT
    }

    /// Wakes one waiting thread.
    package func signal() {
        pthread_cond_signal(condition)
    }

    /// Wakes all waiting threads.
    func broadcast() {
        pthread_cond_broadcast(condition)
    }
}
