package import Notes
internal import Storage

extension Library {
    /// Adds events to the log, and returns a receipt for each in order; whatever is stored is on disk.
    ///
    /// An event that is sent again changes nothing, and one that is refused does not affect the others. When this returns,
    /// the cards' stored states agree with their logs, in whatever order events arrived.
    package func record(_ events: [Event]) throws(LibraryError) -> [Receipt] {
        try answers.record(AnswerQueue.Batch(events, at: now())) {
            batches throws(LibraryError) in
            try write { writer in
                try batches.map { try Self.record($0.events, at: $0.moment, with: writer) }
            }
        }
    }

    /// The same within a transaction.
    static func record(
        _ events: [Event],
        at moment: Moment,
        with writer: borrowing Writer
    ) throws -> [Receipt] {
        var recorder = EventRecorder(at: moment)
        let receipts = try events.map { try recorder.record($0, with: writer) }
        try recorder.finish(with: writer)
        return receipts
    }
}
