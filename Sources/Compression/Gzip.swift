/// The gzip format (RFC 1952), which every browser reads.
package enum Gzip {
    /// A compression level: 1 is fastest, 9 is smallest.
    package static let defaultLevel = 5

    /// Compresses bytes into one gzip member.
    ///
    /// Deterministic: the header has no name and time. To compress often, use a
    /// `GzipCompressor`.
    package static func compress(_ bytes: [UInt8], level: Int = defaultLevel) -> [UInt8] {
        GzipCompressor(level: level).compress(bytes)
    }

    /// Decompresses one member or several concatenated ones.
    ///
    /// - Parameter limit: the maximum size of the result, because a few kilobytes can expand to gigabytes.
    package static func decompress(_ bytes: [UInt8], limit: Int) throws(GzipError) -> [UInt8] {
        try Inflater().decompress(bytes, limit: limit)
    }
}
