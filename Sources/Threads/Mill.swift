/// Makes something of each of many things on several threads, and hands it on in the order in which the things came.
///
/// The caller puts things down and takes what was made of them, and works along where nothing is made yet.
public enum Mill {
    /// Returns when what was made of all things was used, and no thread is at work any more.
    ///
    /// The first error ends all, whoever throws it: that of a thing in the place of what should have been made of it.
    ///
    /// - Parameters:
    ///   - size: How many threads work, the caller's among them, whose number is 0.
    ///   - give: Puts down all things.
    ///   - make: Makes one thing, on the thread of that number.
    ///   - use: Takes what was made, on the caller's thread.
    public static func run<Thing: Sendable, Made: Sendable>(
        size: Int = Crew.cores,
        _ give: (_ put: @escaping (Thing) throws -> Void) throws -> Void,
        make: @escaping @Sendable (_ worker: Int, Thing) throws -> Made,
        use: (Made) throws -> Void
    ) throws {
        let floor = Floor(make)
        for worker in 1..<size { floor.start(worker) }
        defer { floor.close() }
        try withoutActuallyEscaping(use) { use in
            try give { thing in
                floor.put(thing)
                while floor.count > 4 * size { try use(floor.take()) }
            }
        }
        while floor.count > 0 { try use(floor.take()) }
    }
}

private final class Floor<Thing: Sendable, Made: Sendable>: @unchecked Sendable {
    private typealias Job = (number: Int, thing: Thing)

    private let make: @Sendable (Int, Thing) throws -> Made
    private let lock = Lock()
    private let change: Condition
    // All below is guarded by `lock`.
    private var things: [Job] = []
    private var made: [Int: Result<Made, any Error>] = [:]
    private var putCount = 0
    private var takenCount = 0
    private var helpers = 0
    private var isClosed = false

    init(_ make: @escaping @Sendable (Int, Thing) throws -> Made) {
        self.make = make
        change = Condition(of: lock)
    }

    /// How many things are on their way.
    var count: Int { lock.withLock { putCount - takenCount } }

    func put(_ thing: Thing) {
        lock.withLock {
            things.append((putCount, thing))
            putCount += 1
            change.broadcast()
        }
    }

    /// What was made of the next thing; works until it is there.
    func take() throws -> Made {
        while true {
            switch lock.withLock(next) {
            case .made(let result): return try result.get()
            case .job(let job): work(0, job)
            }
        }
    }

    private enum Next {
        case made(Result<Made, any Error>)
        case job(Job)
    }

    private func next() -> Next {
        while true {
            if let result = made.removeValue(forKey: takenCount) {
                takenCount += 1
                return .made(result)
            }
            if !things.isEmpty { return .job(things.removeFirst()) }
            change.wait()
        }
    }

    func start(_ worker: Int) {
        lock.withLock { helpers += 1 }
        Thread.start {
            while let job = self.wait() { self.work(worker, job) }
            self.lock.withLock {
                self.helpers -= 1
                self.change.broadcast()
            }
        }
    }

    private func wait() -> Job? {
        lock.withLock {
            while things.isEmpty, !isClosed { change.wait() }
            return isClosed ? nil : things.removeFirst()
        }
    }

    private func work(_ worker: Int, _ job: Job) {
        let result = Result { try make(worker, job.thing) }
        lock.withLock {
            made[job.number] = result
            change.broadcast()
        }
    }

    /// Returns when the helpers have ended: what they were lent is nobody's after that.
    func close() {
        lock.withLock {
            isClosed = true
            change.broadcast()
            while helpers > 0 { change.wait() }
        }
    }
}
