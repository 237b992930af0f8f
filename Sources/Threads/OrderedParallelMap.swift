/// Transforms a sequence of inputs on several threads and hands on the outputs in the order of the inputs.
///
/// The caller supplies the inputs and consumes the outputs; while it waits for an output, it transforms inputs too.
package enum OrderedParallelMap {
    /// Returns when all outputs are consumed and all threads have ended.
    ///
    /// The first error ends everything. An error of `transform` is thrown where its output would have been consumed.
    ///
    /// - Parameters:
    ///   - size: The number of threads, among them the caller's, whose number is 0.
    ///   - supply: Calls `put` with each input.
    ///   - transform: Runs on the thread with the given number.
    ///   - consume: Runs on the caller's thread.
    package static func run<Input: Sendable, Output: Sendable>(
        size: Int = ParallelFor.cores,
        _ supply: (_ put: @escaping (Input) throws -> Void) throws -> Void,
        transform: @escaping @Sendable (_ worker: Int, Input) throws -> Output,
        consume: (Output) throws -> Void
    ) throws {
        let jobs = JobTable(transform)
        let helpers = (1..<size).map { worker in Thread { jobs.help(worker) } }
        // Nothing that `transform` captured is in use after this function returns.
        defer {
            jobs.stop()
            for helper in helpers { helper.join() }
        }
        // NB: Otherwise the length of this file's whole path would be in the program, and each folder would give other bytes.
        #sourceLocation(file:"OrderedParallelMap+run.swift",line:29)
        try withoutActuallyEscaping(consume) { consume in
            try supply { input in
                jobs.add(input)
                while jobs.count > 4 * size { try consume(jobs.nextOutput()) }
            }
        }
        while jobs.count > 0 { try consume(jobs.nextOutput()) }
    }
    #sourceLocation()
}

private final class JobTable<Input: Sendable, Output: Sendable>: Sendable {
    private struct Job {
        let number: Int
        let input: Input
    }

    private struct State {
        var jobs: [Job] = []
        var outputs: [Int: Result<Output, any Error>] = [:]
        var added = 0
        var consumed = 0
        var isStopped = false
    }

    private let transform: @Sendable (Int, Input) throws -> Output
    private let state = Locked(State())

    init(_ transform: @escaping @Sendable (Int, Input) throws -> Output) {
        self.transform = transform
    }

    /// How many inputs were added whose outputs are not consumed yet.
    var count: Int { state.withLock { $0.added - $0.consumed } }

    func add(_ input: Input) {
        state.withLock {
            $0.jobs.append(Job(number: $0.added, input: input))
            $0.added += 1
        }
    }

    /// Returns the output that is next in order; runs jobs until it is there.
    func nextOutput() throws -> Output {
        while true {
            let (output, job) = state.withLock(when: {
                !$0.jobs.isEmpty || $0.outputs[$0.consumed] != nil
            }) { state -> (Result<Output, any Error>?, Job?) in
                guard let output = state.outputs.removeValue(forKey: state.consumed) else {
                    return (nil, state.jobs.removeFirst())
                }
                state.consumed += 1
                return (output, nil)
            }
            if let job { run(job, on: 0) }
            if let output { return try output.get() }
        }
    }

    /// Runs jobs until `stop()`.
    func help(_ worker: Int) {
        while let job = nextJob() { run(job, on: worker) }
    }

    private func nextJob() -> Job? {
        state.withLock(when: { !$0.jobs.isEmpty || $0.isStopped }) {
            $0.isStopped ? nil : $0.jobs.removeFirst()
        }
    }

    private func run(_ job: Job, on worker: Int) {
        let output = Result { try transform(worker, job.input) }
        state.withLock { $0.outputs[job.number] = output }
    }

    func stop() {
        state.withLock { $0.isStopped = true }
    }
}
