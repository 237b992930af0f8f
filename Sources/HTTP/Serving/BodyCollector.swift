/// Gathers the body of one request, in memory or in a file, and never more of it than was allowed.
final class BodyCollector {
    private let framing: HeadRules.Framing
    private let limit: Int
    private var bytes: [UInt8] = []
    private var file: UploadedFile?
    private var count = 0
    private var failure: HTTPError?

    /// How much of a body that is refused is still read, so that its sender sees the answer.
    private static let patience = 4 << 20

    /// Gets ready for a body.
    ///
    /// - Parameter policy: asked only if there is one.
    /// - Throws: 413 when its length is known to be too large, 507 when no file can be made.
    init(_ framing: HeadRules.Framing, policy: () -> BodyPolicy) throws(HTTPError) {
        self.framing = framing
        guard framing != .none else {
            limit = 0
            return
        }
        let policy = policy()
        limit = policy.limit
        if case .length(let length) = framing, length > UInt64(limit) { throw Self.tooLarge }
        switch policy {
        case .none: break
        case .memory:
            // What a client only claims is not worth much memory.
            if case .length(let length) = framing {
                bytes.reserveCapacity(min(Int(length), 64 << 10))
            }
        case .file(_, let directory):
            guard let file = UploadedFile(in: directory) else { throw Self.noRoom }
            self.file = file
        }
    }

    /// Whether anything is to come.
    var isExpected: Bool { framing != .none }

    /// Takes a piece; false when it is time to hang up.
    func take(_ piece: UnsafeRawBufferPointer) -> Bool {
        count += piece.count
        guard failure == nil, count <= limit else {
            fail(with: failure ?? Self.tooLarge)
            return count <= limit + Self.patience
        }
        if let file {
            if !file.append(piece) { fail(with: Self.noRoom) }
        } else {
            bytes.append(contentsOf: piece)
        }
        return true
    }

    /// The body in whole, or why it is refused.
    func finish() throws(HTTPError) -> Request.Body {
        if let failure { throw failure }
        return file.map(Request.Body.file) ?? .bytes(bytes)
    }

    private func fail(with error: HTTPError) {
        failure = error
        bytes = []
        file = nil
    }

    private static let tooLarge = HTTPError(.contentTooLarge, message: "The body is too large.")
    private static let noRoom = HTTPError(
        .insufficientStorage,
        message: "There is no room for the file."
    )
}
