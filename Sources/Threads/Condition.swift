internal import Glibc

/// Something a thread waits for while it holds a lock.
///
/// As with every condition variable a wait may end without a signal: wait in a loop that looks at the guarded state.
public final class Condition: @unchecked Sendable {
    private let lock: Lock
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    /// Makes a condition of the state that `lock` guards.
    public init(of lock: Lock) {
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

    /// Lets the lock go until another thread signals; the caller must hold the lock.
    public func wait() {
        pthread_cond_wait(condition, lock.mutex)
    }

    /// Waits as `wait()` does, but not longer than until the given instant.
    ///
    /// - Returns: `false` when the instant had come.
    @discardableResult
    public func wait(until deadline: Instant) -> Bool {
        var time = deadline.timespec
        return pthread_cond_timedwait(condition, lock.mutex, &time) != ETIMEDOUT
    }

    /// Wakes one thread that waits.
    public func signal() {
        pthread_cond_signal(condition)
    }

    /// Wakes all threads that wait.
    public func broadcast() {
        pthread_cond_broadcast(condition)
    }
}
