/// The gzip format (RFC 1952), which every browser reads.
public enum Gzip {
    /// How hard to try: 1 is quickest, 9 is smallest.
    public static let defaultLevel = 5

    /// Compresses bytes into one gzip member.
    ///
    /// Same bytes, same level, same result: no name and no time go into the header. Who compresses often keeps a
    /// `GzipCompressor`.
    public static func compress(_ bytes: [UInt8], level: Int = defaultLevel) -> [UInt8] {
        GzipCompressor(level: level).compress(bytes)
    }

    /// Gives back what was compressed, one member or several in a row.
    ///
    /// - Parameter limit: the most bytes that may come out: a few kilobytes can hold gigabytes.
    public static func decompress(_ bytes: [UInt8], limit: Int) throws(GzipError) -> [UInt8] {
        try Inflater().decompress(bytes, limit: limit)
    }
}
