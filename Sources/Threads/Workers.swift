/// A pool of threads that may block, for tasks whose code waits for disks and locks.
///
/// `Task(executorPreference: workers) { … }` runs a task, and whatever asynchronous code it calls, on these threads,
/// so that blocking never starves Swift's own, of which there are only as many as cores.
public final class Workers: TaskExecutor, @unchecked Sendable {
    private let lock = Lock()
    private let wake: Condition
    // All below is guarded by `lock`.
    private var queue = JobQueue()
    private var running: Int
    private var idle = 0
    private var isWaking = false
    private var isStopping = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Starts the threads; they run until `stop()`.
    public init(threads: Int) {
        precondition(threads > 0, "a pool needs a thread")
        wake = Condition(of: lock)
        running = threads
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
                if running > 0 { waiting.append(continuation) }
                return running == 0
            }
            if isStopped { continuation.resume() }
        }
    }

    private func work() {
        while let job = next() {
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
        for continuation in leave() { continuation.resume() }
    }

    /// Waits for a job; nil when there will be no more for this thread.
    private func next() -> UnownedJob? {
        lock.withLock {
            while true {
                if let job = queue.popFirst() {
                    if queue.count > 0 { wakeOne() }
                    return job
                }
                if isStopping {
                    running -= 1
                    return nil
                }
                idle += 1
                wake.wait()
                idle -= 1
                isWaking = false
            }
        }
    }

    private func wakeOne() {
        guard idle > 0, !isWaking else { return }
        isWaking = true
        wake.signal()
    }

    private func leave() -> [CheckedContinuation<Void, Never>] {
        lock.withLock {
            guard running == 0 else { return [] }
            defer { waiting = [] }
            return waiting
        }
    }
}
