import FoundationEssentials
import HTTP
import Library
import Notes
import Pages

extension Application {
    /// `POST /reviews`: each event is answered by itself, and what is stored is on disk before the answer goes out.
    func record(_ request: Request) throws -> Response {
        guard request.contentType == "application/json" else {
            throw HTTPError(.unsupportedMediaType, "The body has to be JSON.")
        }
        let batch = try EventBatch.decode(request.bytes)
        guard batch.identity == library.identity else {
            return .json(encode(Mismatch(library.identity)), status: .conflict).cached(.never)
        }
        return .json(encode(try receipts(for: batch))).cached(.never)
    }

    /// Records a batch of this library, and says of each event what became of it.
    func receipts(for batch: EventBatch) throws -> Receipts {
        guard batch.identity == library.identity else {
            throw HTTPError(.conflict, Mismatch(library.identity).error)
        }
        var stored = try library.record(batch.events.compactMap { try? $0.event.get() })
            .makeIterator()
        let results = batch.events.map { entry in
            switch entry.event {
            case .success: Receipts.Result(id: entry.id, stored.next() ?? .refused("It was lost."))
            case .failure(let refusal):
                Receipts.Result(id: entry.id, .refused(refusal.reason))
            }
        }
        return Receipts(
            at: clock.now().milliseconds,
            version: Asset.version,
            results: results
        )
    }
}

/// What a browser is told whose queue belongs to another library, or to another life of this one.
struct Mismatch: Encodable {
    let error = "These answers belong to another library; they were not taken."
    let library: String
    let epoch: Int

    init(_ identity: LibraryIdentity) {
        library = identity.id
        epoch = identity.epoch
    }
}

/// JSON with its keys in a steady order.
func encode(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else {
        preconditionFailure("what the server says can always be encoded")
    }
    return Array(data)
}
