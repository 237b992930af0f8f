internal import Glibc

/// A pool of threads that may block, for tasks whose code waits for disks and locks.
///
/// `Task(executorPreference: pool) { … }` runs a task, and the asynchronous code it calls, on these threads, so that
/// blocking never starves Swift's cooperative threads, of which there are only as many as cores.
///
/// As long as jobs are short, one thread runs them all, because switching between threads would cost more than such jobs.
/// When a job has waited for a millisecond, one more thread is allowed, up to the number of cores; beyond that number only
/// if no job was begun meanwhile, since the running ones must be blocked then. The limit falls again when the queue is empty.
/// Jobs that say with `whileWaiting` that they wait for something else don't count, because otherwise only one of them would be begun a
/// millisecond.
package final class ThreadPool: TaskExecutor {
    private struct State {
        var queue = JobQueue()
        /// Threads that have not ended.
        var running: Int
        /// Threads that run a job and don't say that they wait.
        var busy: Int
        /// How many threads may run jobs at present.
        var allowed = 1
        /// Threads that sleep until they are woken.
        var idle = 0
        /// Whether a thread was woken and has not returned from its sleep yet.
        var isWaking = false
        /// Whether a thread watches for jobs that wait too long.
        var hasWatcher = false
        /// The number of jobs ever begun.
        var begun = 0
        var isStopping = false
        var stopContinuations: [CheckedContinuation<Void, Never>] = []
    }

    private let lock = Lock()
    private let wake: Condition
    private let alarm: Condition
    private let cores: Int
    // Free of races because it is used only while `lock` is held.
    private nonisolated(unsafe) var state: State

    /// Starts the threads, which run until `stop()`.
    package init(threads: Int) {
        precondition(threads > 0, "A pool needs a thread")
        wake = Condition(of: lock)
        alarm = Condition(of: lock)
        cores = min(threads, ParallelFor.cores)
        state = State(running: threads, busy: threads)
        for _ in 1...threads {
            Thread.start { self.work() }
        }
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isTaken = lock.withLock {
            guard state.running > 0 else { return false }
            state.queue.append(job)
            wakeOne()
            return true
        }
        // A task that outlives the pool must still be able to finish.
        if !isTaken { globalConcurrentExecutor.enqueue(job) }
    }

    /// Runs `body`, which waits for something else than a processor, and lets another thread of the pool run jobs meanwhile.
    ///
    /// On a thread of no pool it only runs `body`.
    package static func whileWaiting<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let pool = ofThisThread else { return try body() }
        pool.lock.withLock {
            pool.state.busy -= 1
            pool.wakeOne()
        }
        defer { pool.lock.withLock { pool.state.busy += 1 } }
        return try body()
    }

    /// How many jobs run and don't wait.
    var busyCount: Int { lock.withLock { state.busy } }

    /// Runs the queued jobs and returns when all threads have ended.
    ///
    /// Tasks that are suspended at that time continue on Swift's own threads once they are resumed.
    package func stop() async {
        await withCheckedContinuation { continuation in
            let isStopped = lock.withLock {
                state.isStopping = true
                wake.broadcast()
                alarm.signal()
                if state.running > 0 { state.stopContinuations.append(continuation) }
                return state.running == 0
            }
            if isStopped { continuation.resume() }
        }
    }
}

// MARK: - Threads

extension ThreadPool {
    /// Under which each thread finds its pool.
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let failure = pthread_key_create(&key, nil)
        precondition(failure == 0, "pthread_key_create failed with \(failure)")
        return key
    }()

    private static var ofThisThread: ThreadPool? {
        pthread_getspecific(key).map { Unmanaged<ThreadPool>.fromOpaque($0).takeUnretainedValue() }
    }

    private func work() {
        pthread_setspecific(Self.key, Unmanaged.passUnretained(self).toOpaque())
        while let job = next() {
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
        for continuation in leave() { continuation.resume() }
    }

    /// Waits for a job for this thread, which has none; nil once the pool has stopped.
    private func next() -> UnownedJob? {
        lock.withLock {
            state.busy -= 1
            while true {
                if state.queue.count > 0 {
                    if state.busy < state.allowed || state.isStopping { return begin() }
                    if !state.hasWatcher, watch() { return begin() }
                    if state.hasWatcher { sleep() }
                } else {
                    if state.isStopping { return nil }
                    state.allowed = max(1, min(state.allowed, state.busy + 1))
                    sleep()
                }
            }
        }
    }

    private func begin() -> UnownedJob? {
        defer {
            state.busy += 1
            state.begun += 1
            wakeOne()
        }
        return state.queue.popFirst()
    }

    /// Waits a moment; true when jobs are begun too slowly.
    private func watch() -> Bool {
        let before = state.begun
        let due = state.begun + state.queue.count
        state.hasWatcher = true
        alarm.wait(until: .now + .milliseconds(1))
        state.hasWatcher = false
        guard state.busy < cores ? state.begun < due : state.begun == before, state.queue.count > 0
        else { return false }
        state.allowed = state.busy + 1
        return true
    }

    private func sleep() {
        state.idle += 1
        wake.wait()
        state.idle -= 1
        state.isWaking = false
    }

    /// Wakes a thread for the queue's first job, or to watch for it.
    private func wakeOne() {
        guard state.queue.count > 0, state.idle > 0, !state.isWaking,
            state.busy < state.allowed || !state.hasWatcher
        else { return }
        state.isWaking = true
        wake.signal()
    }

    private func leave() -> [CheckedContinuation<Void, Never>] {
        lock.withLock {
            state.running -= 1
            guard state.running == 0 else { return [] }
            defer { state.stopContinuations = [] }
            return state.stopContinuations
        }
    }
}
