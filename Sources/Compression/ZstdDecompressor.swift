internal import CZstd

/// A streaming decompressor for Zstandard (RFC 8878).
///
/// Not thread-safe. Its window is at most 64 MiB, whatever the input asks for.
package final class ZstdDecompressor {
    private let stream: OpaquePointer
    private let output: UnsafeMutableRawBufferPointer
    private let name: String
    private let limit: Int
    private var count = 0
    /// How much of `output` is filled.
    private var filled = 0
    private var isAtEnd = true

    /// The base-2 logarithm of the maximum window size.
    private static let window: Int32 = 26

    /// - Parameters:
    /// - name: The name of the entry in errors.
    /// - limit: The maximum size of the result.
    package init(named name: String, limit: Int) {
        guard let stream = ZSTD_createDCtx() else {
            preconditionFailure("Zstandard cannot start")
        }
        self.stream = stream
        self.name = name
        self.limit = limit
        output = .allocate(byteCount: ZSTD_DStreamOutSize(), alignment: 16)
        let outcome = ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, Self.window)
        precondition(ZSTD_isError(outcome) == 0, "Zstandard knows this window")
    }

    deinit {
        ZSTD_freeDCtx(stream)
        output.deallocate()
    }

    /// Decompresses a piece and passes the output on, in parts of always the same size except at the end of a frame.
    package func take(
        _ piece: UnsafeRawBufferPointer,
        _ give: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        var input = ZSTD_inBuffer(src: piece.baseAddress, size: piece.count, pos: 0)
        var isFull = false
        while input.pos < input.size || isFull {
            var buffer = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: filled)
            let outcome = ZSTD_decompressStream(stream, &buffer, &input)
            guard ZSTD_isError(outcome) == 0 else { throw ArchiveError.damaged(entry: name) }
            isAtEnd = outcome == 0
            count += buffer.pos - filled
            guard count <= limit else { throw ArchiveError.tooLarge(entry: name, limit: limit) }
            // At the end of a frame there is nothing more to get, and asking for it would begin another frame.
            isFull = buffer.pos == buffer.size && !isAtEnd
            filled = isFull || isAtEnd ? 0 : buffer.pos
            if filled < buffer.pos {
                try give(UnsafeRawBufferPointer(rebasing: output[..<buffer.pos]))
            }
        }
    }

    /// Ends the input; throws if it is truncated.
    package func finish() throws(ArchiveError) {
        guard isAtEnd else { throw .damaged(entry: name) }
    }
}
