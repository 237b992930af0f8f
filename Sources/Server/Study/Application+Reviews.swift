import HTTP
import Languages
import Library
import Notes
import Pages

extension Application {
    /// `POST /reviews`: each event has an outcome of its own, and is on disk before the response is sent.
    func record(_ request: Request) throws -> Response {
        guard request.contentType == "application/json" else {
            throw HTTPError(.unsupportedMediaType, "The body has to be JSON.")
        }
        let batch = try EventBatch.decode(request.bytes)
        if let mismatch = mismatch(batch) { return mismatch }
        return .json(try receipts(for: batch).json).cached(.never)
    }

    /// Stores a batch of events, and returns the outcome of each.
    func receipts(for batch: EventBatch) throws -> Receipts {
        guard batch.identity == library.identity else {
            throw HTTPError(.conflict, message: LibraryMismatch(library.identity).error)
        }
        var stored = try library.record(batch.events.compactMap { try? $0.event.get() })
            .makeIterator()
        let results = batch.events.map { entry in
            switch entry.event {
            case .success: Receipts.Result(id: entry.id, stored.next() ?? .refused("It was lost."))
            case .failure(let refusal):
                Receipts.Result(id: entry.id, .refused(Phrase(verbatim: refusal.reason)))
            }
        }
        return Receipts(
            at: clock.now().milliseconds,
            version: Asset.version,
            results: results
        )
    }
}
