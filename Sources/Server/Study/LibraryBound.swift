import HTTP
import Languages
import Library
import LibraryValues

/// A request body that names the library for which it is meant.
protocol LibraryBound {
    var library: String { get }
    /// Increases when a backup is restored.
    var epoch: Int { get }
}

extension LibraryBound {
    var identity: LibraryIdentity { LibraryIdentity(id: library, epoch: epoch) }
}

extension Application {
    /// The response to a body that was meant for another library; nil where it was meant for this one.
    func mismatch(_ body: some LibraryBound) -> Response? {
        guard body.identity != library.identity else { return nil }
        return .json(LibraryMismatch(library.identity), status: .conflict)
    }
}

struct LibraryMismatch: Encodable {
    let error = say("These answers belong to another library, so they weren’t saved.")
    let library: String
    let epoch: Int

    init(_ identity: LibraryIdentity) {
        library = identity.id
        epoch = identity.epoch
    }
}
