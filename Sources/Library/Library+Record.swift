package import Notes
internal import Storage

extension Library {
    /// Adds events to the log and says of each, in order, what became of it; all that is stored is on disk.
    ///
    /// Sending an event again changes nothing. One that cannot be taken stops none of the others. What is kept of the
    /// cards that they are about is what their logs say when it returns, in whatever order events arrived.
    package func record(_ events: [Event]) throws(LibraryError) -> [Receipt] {
        let moment = now()
        return try translatingErrors {
            try database.write { try Self.record(events, at: moment, with: $0) }
        }
    }

    /// The same, as a part of a larger change.
    static func record(
        _ events: [Event],
        at moment: Moment,
        with writer: borrowing Writer
    ) throws -> [Receipt] {
        var recording = Recording(at: moment)
        let receipts = try events.map { try recording.take($0, with: writer) }
        try recording.finish(with: writer)
        return receipts
    }
}
