internal import Glibc

/// A pool of threads that may block, for tasks whose code waits for disks and locks.
///
/// `Task(executorPreference: workers) { … }` runs a task, and whatever asynchronous code it calls, on these threads,
/// so that blocking never starves Swift's own, of which there are only as many as cores.
///
/// As long as jobs are short one thread runs them all: each one more would cost switches, more than such jobs
/// themselves. When a job has waited for a millisecond one more is allowed, up to the number of cores; beyond it, when
/// no job was begun meanwhile, since those that run must be blocked then. So it stays until there is nothing to do.
public final class Workers: TaskExecutor, @unchecked Sendable {
    private let lock = Lock()
    private let wake: Condition
    private let alarm: Condition
    private let cores: Int
    // All below is guarded by `lock`.
    private var queue = JobQueue()
    /// Threads that have not ended.
    private var running: Int
    /// Threads that run a job.
    private var busy: Int
    /// How many may, as things stand.
    private var allowed = 1
    /// Threads that sleep until they are woken.
    private var idle = 0
    /// Whether one of them was woken and has not come yet.
    private var isWaking = false
    /// Whether a thread looks out for jobs that wait too long.
    private var hasLookout = false
    /// Jobs that were ever begun.
    private var begun = 0
    private var isStopping = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Starts the threads; they run until `stop()`.
    public init(threads: Int) {
        precondition(threads > 0, "a pool needs a thread")
        wake = Condition(of: lock)
        alarm = Condition(of: lock)
        cores = min(threads, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
        running = threads
        busy = threads
        for _ in 1...threads {
            Thread.start { self.work() }
        }
    }

    /// Takes a piece of a task; Swift calls this.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isTaken = lock.withLock {
            guard running > 0 else { return false }
            queue.append(job)
            wakeOne()
            return true
        }
        // A task that outlives the pool must still come to its end.
        if !isTaken { globalConcurrentExecutor.enqueue(job) }
    }

    /// Runs what is queued, ends the threads and returns when the last one is gone.
    ///
    /// Tasks that are suspended meanwhile go on, once they are resumed, on Swift's own threads.
    public func stop() async {
        await withCheckedContinuation { continuation in
            let isStopped = lock.withLock {
                isStopping = true
                wake.broadcast()
                alarm.signal()
                if running > 0 { waiting.append(continuation) }
                return running == 0
            }
            if isStopped { continuation.resume() }
        }
    }
}

// MARK: - The threads

extension Workers {
    private func work() {
        while let job = next() {
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
        for continuation in leave() { continuation.resume() }
    }

    /// Waits for a job for this thread, which has none; nil when there will be no more.
    private func next() -> UnownedJob? {
        lock.withLock {
            busy -= 1
            while true {
                if queue.count > 0 {
                    if busy < allowed || isStopping { return begin() }
                    if !hasLookout, lookOut() { return begin() }
                    if hasLookout { sleep() }
                } else {
                    if isStopping { return nil }
                    allowed = max(1, min(allowed, busy + 1))
                    sleep()
                }
            }
        }
    }

    private func begin() -> UnownedJob? {
        defer {
            busy += 1
            begun += 1
            wakeOne()
        }
        return queue.popFirst()
    }

    /// Waits a moment; true when jobs are begun too slowly.
    private func lookOut() -> Bool {
        let before = begun
        let due = begun + queue.count
        hasLookout = true
        alarm.wait(until: .now + .milliseconds(1))
        hasLookout = false
        guard busy < cores ? begun < due : begun == before, queue.count > 0 else { return false }
        allowed = busy + 1
        return true
    }

    private func sleep() {
        idle += 1
        wake.wait()
        idle -= 1
        isWaking = false
    }

    /// Wakes a thread for the queue's first job, or to look out for it.
    private func wakeOne() {
        guard queue.count > 0, idle > 0, !isWaking, busy < allowed || !hasLookout else { return }
        isWaking = true
        wake.signal()
    }

    private func leave() -> [CheckedContinuation<Void, Never>] {
        lock.withLock {
            running -= 1
            guard running == 0 else { return [] }
            defer { waiting = [] }
            return waiting
        }
    }
}
