/// A gzip file with random access to its chunks, as `dictzip` writes it.
///
/// Its header lists the length of each compressed chunk (an extra field called `RA`).
package struct ChunkedGzip: Sendable {
    /// The uncompressed size of each chunk but the last.
    private let chunkLength: Int
    /// The offset of each chunk in the file, and of the end of the last one.
    private let offsets: [Int]

    /// Parses the header of a file; nil if it is not in this format.
    package init?(head bytes: [UInt8]) {
        func short(_ offset: Int) -> Int? {
            bytes.indices.contains(offset + 1)
                ? Int(bytes[offset]) | Int(bytes[offset + 1]) << 8 : nil
        }
        let (extra, name, comment, checksum) = (UInt8(4), UInt8(8), UInt8(16), UInt8(2))
        guard bytes.starts(with: [0x1F, 0x8B, 8]), let flags = bytes.dropFirst(3).first,
            flags & extra != 0, let extraLength = short(10),
            bytes.count > 16, Array(bytes[12..<14]) == Array("RA".utf8),
            short(16) == 1, let length = short(18), length > 0, let count = short(20)
        else { return nil }
        let lengths = (0..<count).compactMap { short(22 + 2 * $0) }
        guard lengths.count == count else { return nil }
        var offset = 12 + extraLength
        for flag in [name, comment] where flags & flag != 0 {
            guard offset < bytes.count, let end = bytes[offset...].firstIndex(of: 0) else {
                return nil
            }
            offset = end + 1
        }
        if flags & checksum != 0 { offset += 2 }
        chunkLength = length
        offsets = lengths.reduce(into: [offset]) { $0.append($0[$0.count - 1] + $1) }
    }

    /// The maximum size of the header in bytes.
    package static let longestHead = 22 + 2 * 0xFFFF + 4096

    /// Decompresses a range of the original bytes.
    ///
    /// - Parameter read: Returns a range of the file's bytes.
    package func bytes(
        _ range: Range<Int>,
        from read: (Range<Int>) -> [UInt8]
    ) throws(GzipError) -> [UInt8] {
        guard !range.isEmpty else { return [] }
        let first = range.lowerBound / chunkLength
        var output: [UInt8] = []
        for chunk in first...((range.upperBound - 1) / chunkLength) {
            guard offsets.indices.contains(chunk + 1) else { throw .truncated }
            let part = read(offsets[chunk]..<offsets[chunk + 1])
            output += try Inflater(isRaw: true).decompressPart(part, limit: chunkLength)
        }
        let start = range.lowerBound - first * chunkLength
        guard start + range.count <= output.count else { throw .truncated }
        return Array(output[start..<(start + range.count)])
    }
}
