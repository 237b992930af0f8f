import Notes
internal import Threads

/// Answers that wait to be written: one thread writes those of all that wait in one transaction, so that they share a flush.
///
/// Whoever comes while nobody writes is written at once. Whoever comes meanwhile waits for one flush at most, and then for
/// its own.
final class AnswerQueue: Sendable {
    /// One batch of events, which becomes durable or fails as a whole, whatever becomes of others.
    final class Batch: Sendable {
        let events: [Event]
        let moment: Moment
        fileprivate let result = Locked<Result<[Receipt], LibraryError>?>(nil)

        init(_ events: [Event], at moment: Moment) { (self.events, self.moment) = (events, moment) }
    }

    let waiting = Locked<[Batch]>([])
    /// Held by the thread that writes.
    private let turn = Lock()

    /// Returns the receipts of a batch once they are on disk.
    ///
    /// - Parameter write: Writes some batches in one transaction, and returns the receipts of each.
    func record(
        _ batch: Batch,
        by write: ([Batch]) throws(LibraryError) -> [[Receipt]]
    ) throws(LibraryError) -> [Receipt] {
        waiting.withLock { $0.append(batch) }
        let result = turn.withLock {
            if let result = batch.result.withLock({ $0 }) { return result }
            let batches = waiting.withLock { waiting in
                defer { waiting = [] }
                return waiting
            }
            Self.write(batches, by: write)
            guard let result = batch.result.withLock({ $0 }) else {
                preconditionFailure("Who waits is written")
            }
            return result
        }
        return try result.get()
    }

    private static func write(
        _ batches: [Batch],
        by write: ([Batch]) throws(LibraryError) -> [[Receipt]]
    ) {
        let receipts = Result { () throws(LibraryError) in try write(batches) }
        if case .failure = receipts, batches.count > 1 {
            // What is wrong with one must not harm the others.
            for batch in batches { Self.write([batch], by: write) }
            return
        }
        for (index, batch) in batches.enumerated() {
            batch.result.withLock { $0 = receipts.map { $0[index] } }
        }
    }
}
