internal import CZstd
internal import Threads

/// Compresses with Zstandard (RFC 8878).
package enum Zstd {
    /// The first bytes of every frame.
    private static let mark: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]
    /// The largest content that is decompressed at once, because an input may say more than it has.
    private static let mostAtOnce = 1 << 20
    /// The largest content for which a context is kept, which then has less than 100 KiB of memory.
    private static let mostWithKept = 4 << 10
    /// Contexts that nobody uses now, as many as threads ever compressed at once.
    ///
    /// One takes longer to make than to compress the facts of an answer.
    private static let kept = Locked<[OpaquePointer]>([])

    /// - Parameters:
    ///   - level: From 1, which is the fastest, to 19.
    ///   - addsChecksum: Whether `decompress` is to notice any change of the result.
    package static func compress(
        _ bytes: [UInt8],
        level: Int32 = 6,
        addingChecksum addsChecksum: Bool = false
    ) -> [UInt8] {
        let isKept = bytes.count <= mostWithKept
        let found = isKept ? kept.withLock { $0.popLast() } : nil
        guard let context = found ?? ZSTD_createCCtx() else {
            preconditionFailure("Zstandard cannot start")
        }
        defer {
            if isKept { kept.withLock { $0.append(context) } } else { ZSTD_freeCCtx(context) }
        }
        for (parameter, value) in [
            (ZSTD_c_compressionLevel, level), (ZSTD_c_checksumFlag, addsChecksum ? 1 : 0),
        ] {
            let outcome = ZSTD_CCtx_setParameter(context, parameter, value)
            precondition(ZSTD_isError(outcome) == 0, "Zstandard knows this parameter")
        }
        return [UInt8](unsafeUninitializedCapacity: ZSTD_compressBound(bytes.count)) {
            buffer,
            count in
            let size = ZSTD_compress2(
                context,
                buffer.baseAddress,
                buffer.count,
                bytes,
                bytes.count
            )
            precondition(ZSTD_isError(size) == 0, "The buffer is large enough")
            count = size
        }
    }

    /// Whether the first frame ends in a checksum of its content.
    package static func hasChecksum(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: mark) && bytes.count > mark.count && bytes[mark.count] & 0x04 != 0
    }

    /// Decompresses a whole input.
    ///
    /// - Parameters:
    ///   - name: What the input is called in errors.
    ///   - limit: The most bytes of the result.
    package static func decompress(
        _ bytes: [UInt8],
        named name: String,
        limit: Int
    ) throws -> [UInt8] {
        if let result = decompressedAtOnce(bytes, limit: limit) { return result }
        let decompressor = ZstdDecompressor(named: name, limit: limit)
        var result: [UInt8] = []
        try bytes.withUnsafeBytes { input in
            try decompressor.take(input) { result += $0 }
        }
        try decompressor.finish()
        return result
    }

    /// Decompresses a frame that says how short its content is; nil for anything else, also what is damaged.
    private static func decompressedAtOnce(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
        let size = ZSTD_getFrameContentSize(bytes, bytes.count)
        guard size <= UInt64(clamping: min(limit, mostAtOnce)) else { return nil }
        var isWhole = false
        let result = [UInt8](unsafeUninitializedCapacity: Int(size)) { buffer, count in
            let outcome = ZSTD_decompress(
                buffer.baseAddress,
                buffer.count,
                bytes,
                bytes.count
            )
            isWhole = ZSTD_isError(outcome) == 0
            count = isWhole ? outcome : 0
        }
        return isWhole ? result : nil
    }
}
