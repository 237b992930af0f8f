internal import CZstd

/// Compresses with Zstandard (RFC 8878).
package enum Zstd {
    /// - Parameter level: From 1, which is the fastest, to 19.
    package static func compress(_ bytes: [UInt8], level: Int32 = 6) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: ZSTD_compressBound(bytes.count)) { buffer, count in
            let size = ZSTD_compress(buffer.baseAddress, buffer.count, bytes, bytes.count, level)
            precondition(ZSTD_isError(size) == 0, "The buffer is large enough")
            count = size
        }
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
        let decompressor = ZstdDecompressor(named: name, limit: limit)
        var result: [UInt8] = []
        try bytes.withUnsafeBytes { input in
            try decompressor.take(input) { result += $0 }
        }
        try decompressor.finish()
        return result
    }
}
