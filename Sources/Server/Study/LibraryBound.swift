import HTTP
import Languages
import Library

/// What a browser sends for one library, in one of its lives.
protocol Addressed {
    var library: String { get }
    var epoch: Int { get }
}

extension Addressed {
    var identity: LibraryIdentity { LibraryIdentity(id: library, epoch: epoch) }
}

extension Application {
    /// What is answered to something that was meant for another library; nil where it was meant for this one.
    func mismatch(_ order: some Addressed) -> Response? {
        guard order.identity != library.identity else { return nil }
        return .json(encode(Mismatch(library.identity)), status: .conflict).cached(.never)
    }
}

/// What a browser is told whose queue belongs to another library, or to another life of this one.
struct Mismatch: Encodable {
    let error = say("These answers belong to another library; they were not taken.")
    let library: String
    let epoch: Int

    init(_ identity: LibraryIdentity) {
        library = identity.id
        epoch = identity.epoch
    }
}
