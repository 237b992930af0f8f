/// Collects the body of one request in memory or in a file, up to the allowed size.
final class BodyCollector {
    private let limit: Int
    private var bytes: [UInt8] = []
    private var file: UploadedFile?
    private var count = 0
    private var failure: HTTPError?

    /// How many bytes of a refused body are still read, so that its sender sees the response.
    private static let refusedBytes = 4 << 20

    /// - Parameter policy: Called only if there is a body.
    /// - Throws: 413 if its length is known to be too large, 507 if no file can be created.
    init(_ framing: HeadRules.Framing, policy: () -> BodyPolicy) throws(HTTPError) {
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
            // The length is only a claim.
            if case .length(let length) = framing {
                bytes.reserveCapacity(min(Int(length), 64 << 10))
            }
        case .file(_, let directory):
            guard let file = UploadedFile(in: directory) else { throw Self.noRoom }
            self.file = file
        }
    }

    /// Takes a piece; false when the connection should be closed.
    func take(_ piece: UnsafeRawBufferPointer) -> Bool {
        count += piece.count
        guard failure == nil, count <= limit else {
            fail(with: failure ?? Self.tooLarge)
            return count <= limit + Self.refusedBytes
        }
        if let file {
            if !file.append(piece) { fail(with: Self.noRoom) }
        } else {
            bytes.append(contentsOf: piece)
        }
        return true
    }

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
        message: "There is not enough disk space for the file."
    )
}
