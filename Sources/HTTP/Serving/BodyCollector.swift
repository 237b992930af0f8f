/// Collects the body of one request in memory or in a file, up to the allowed size.
final class BodyCollector {
    /// The body if it is collected in memory.
    private(set) var held: HeldBody?
    private let limit: Int
    private var file: UploadedFile?
    private var counter: BodyCounter?
    private var count = 0
    private var failure: HTTPError?

    /// How many bytes of a refused body are still read, so that its sender sees the response.
    static let refusedBytes = 4 << 20

    /// - Parameter hold: Begins a body in memory.
    /// - Throws: 413 if its length is known to be too large, 507 if no file can be created.
    init(
        _ framing: HeadRules.Framing,
        policy: BodyPolicy,
        hold: () -> HeldBody
    ) throws(HTTPError) {
        limit = policy.limit
        guard framing != .none else { return }
        if case .length(let length) = framing, length > UInt64(limit) { throw Self.tooLarge }
        switch policy {
        case .none, .unread, .arriving: break
        case .memory: held = hold()
        case .file(_, let directory, let counter):
            guard let file = UploadedFile(in: directory) else { throw Self.diskFull }
            self.file = file
            self.counter = counter
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
            if file.append(piece) { counter?.add(piece.count) } else { fail(with: Self.diskFull) }
        }
        if let held, !held.append(piece) { fail(with: Self.tooMany) }
        return true
    }

    func finish() throws(HTTPError) -> Request.Body {
        if let failure { throw failure }
        if let file { return .file(file) }
        guard let held else { return .bytes([]) }
        guard let bytes = held.finish() else { throw Self.tooMany }
        return .bytes(bytes)
    }

    private func fail(with error: HTTPError) {
        failure = error
        held = nil
        file = nil
    }

    static let tooLarge = HTTPError(.contentTooLarge, message: "The body is too large.")
    private static let tooMany = HTTPError(
        .serviceUnavailable,
        message: "Too much is being uploaded at once. Try again in a moment."
    )
    private static let diskFull = HTTPError(
        .insufficientStorage,
        message: "There is not enough disk space for the file."
    )
}
