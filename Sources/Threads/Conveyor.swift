/// Carries things from a thread that makes them to the one that wants them, in order, a few on the way at a time.
///
/// Both work at once, and neither runs far ahead of the other, however much there is.
public enum Conveyor {
    /// Puts things down for whoever wants them.
    public struct Put<Item: Sendable>: Sendable {
        fileprivate let belt: Belt<Item>

        /// Puts one thing down, where there is room for it.
        public func callAsFunction(_ item: Item) throws { try belt.put(item) }
    }

    /// Takes things up, one after the other.
    public struct Take<Item: Sendable>: Sendable {
        fileprivate let belt: Belt<Item>

        /// Takes the next thing up, once it is there; nil after the last.
        public func callAsFunction() throws -> Item? { try belt.take() }
    }

    /// Runs `make` on a thread of its own, and `use` on this one, which takes up what it puts down; returns when both are over.
    ///
    /// The first error of either ends both: what `make` puts down then throws, and what lies on the way is left.
    ///
    /// - Parameter room: How many things may be on the way.
    public static func run<Item: Sendable, Result>(
        room: Int = 8,
        _ make: @escaping @Sendable (_ put: Put<Item>) throws -> Void,
        _ use: (_ take: Take<Item>) throws -> Result
    ) throws -> Result {
        let belt = Belt<Item>(room: room)
        Thread.start {
            var failure: (any Error)?
            do {
                try make(Put(belt: belt))
            } catch {
                failure = error
            }
            belt.close(failure)
        }
        defer { belt.stop() }
        return try use(Take(belt: belt))
    }
}

/// Nobody wants any more of what is put down.
private struct Unwanted: Error {}

private final class Belt<Item: Sendable>: @unchecked Sendable {
    private let lock = Lock()
    private let change: Condition
    private let room: Int
    // All below is guarded by `lock`.
    private var items: [Item] = []
    private var isClosed = false
    private var isStopped = false
    private var failure: (any Error)?

    init(room: Int) {
        self.room = room
        change = Condition(of: lock)
    }

    func put(_ item: Item) throws {
        try lock.withLock {
            while items.count == room, !isStopped { change.wait() }
            guard !isStopped else { throw Unwanted() }
            items.append(item)
            change.broadcast()
        }
    }

    /// Nil when all were taken; throws what the maker threw, after all that it put down.
    func take() throws -> Item? {
        try lock.withLock {
            while items.isEmpty, !isClosed { change.wait() }
            if let failure, items.isEmpty { throw failure }
            guard !items.isEmpty else { return nil }
            change.broadcast()
            return items.removeFirst()
        }
    }

    func close(_ failure: (any Error)?) {
        lock.withLock {
            self.failure = failure
            isClosed = true
            change.broadcast()
        }
    }

    /// Returns when the maker has come to its end too: what it was lent is nobody's after that.
    func stop() {
        lock.withLock {
            isStopped = true
            items = []
            change.broadcast()
            while !isClosed { change.wait() }
        }
    }
}
