/// Hands elements in order from a producer thread to the caller, who consumes them; at most `capacity` of them wait.
///
/// Both run at the same time, and memory stays bounded however many elements there are.
package enum BoundedQueue {
    package struct Producer<Element: Sendable>: Sendable {
        fileprivate let queue: Locked<Queue<Element>>

        /// Appends an element once there is space; throws when the consumer has ended.
        package func callAsFunction(_ element: Element) throws {
            try queue.withLock(when: { $0.elements.count < $0.capacity || $0.isCancelled }) {
                guard !$0.isCancelled else { throw CancellationError() }
                $0.elements.append(element)
            }
        }
    }

    package struct Consumer<Element: Sendable>: Sendable {
        fileprivate let queue: Locked<Queue<Element>>

        /// Removes the first element once there is one; nil after the last.
        ///
        /// An error of the producer is thrown after all elements that it appended.
        package func callAsFunction() throws -> Element? {
            try queue.withLock(when: { !$0.elements.isEmpty || $0.isFinished }) {
                guard $0.elements.isEmpty else { return $0.elements.removeFirst() }
                if let failure = $0.failure { throw failure }
                return nil
            }
        }
    }

    /// Runs `produce` on a new thread and `consume` on this one, and returns when both have ended.
    ///
    /// The first error of either ends both: `put` then throws in the producer, and the waiting elements are discarded.
    package static func run<Element: Sendable, Result>(
        capacity: Int = 8,
        _ produce: @escaping @Sendable (_ put: Producer<Element>) throws -> Void,
        _ consume: (_ take: Consumer<Element>) throws -> Result
    ) throws -> Result {
        let queue = Locked(Queue<Element>(capacity: capacity))
        let producer = Thread {
            let result = Swift.Result { try produce(Producer(queue: queue)) }
            queue.withLock {
                if case .failure(let error) = result { $0.failure = error }
                $0.isFinished = true
            }
        }
        // Nothing that the producer captured is in use after this function returns.
        defer {
            queue.withLock {
                $0.isCancelled = true
                $0.elements = []
            }
            producer.join()
        }
        return try consume(Consumer(queue: queue))
    }

    fileprivate struct Queue<Element: Sendable>: Sendable {
        let capacity: Int
        var elements: [Element] = []
        var isFinished = false
        var isCancelled = false
        var failure: (any Error)?
    }
}
