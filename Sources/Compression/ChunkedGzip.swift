/// A gzip file any part of which can be read without what stands before it, as `dictzip` makes them.
///
/// Its header lists how long each compressed chunk is (an extra field called `RA`).
public struct ChunkedGzip: Sendable {
    /// How many bytes come out of each chunk but the last.
    private let chunkLength: Int
    /// Where each chunk lies in the file, and one more for where the last one ends.
    private let places: [Int]

    /// Reads the head of a file; nil where it is no such file.
    public init?(head bytes: [UInt8]) {
        func short(_ place: Int) -> Int? {
            bytes.indices.contains(place + 1)
                ? Int(bytes[place]) | Int(bytes[place + 1]) << 8 : nil
        }
        let (extra, name, comment, checksum) = (UInt8(4), UInt8(8), UInt8(16), UInt8(2))
        guard bytes.starts(with: [0x1F, 0x8B, 8]), let flags = bytes.dropFirst(3).first,
            flags & extra != 0, let extraLength = short(10),
            bytes.count > 16, Array(bytes[12..<14]) == Array("RA".utf8),
            short(16) == 1, let length = short(18), length > 0, let count = short(20)
        else { return nil }
        let lengths = (0..<count).compactMap { short(22 + 2 * $0) }
        guard lengths.count == count else { return nil }
        var place = 12 + extraLength
        for flag in [name, comment] where flags & flag != 0 {
            guard place < bytes.count, let end = bytes[place...].firstIndex(of: 0) else {
                return nil
            }
            place = end + 1
        }
        if flags & checksum != 0 { place += 2 }
        chunkLength = length
        places = lengths.reduce(into: [place]) { $0.append($0[$0.count - 1] + $1) }
    }

    /// How much of a file has to be read for its head, at most.
    public static let longestHead = 22 + 2 * 0xFFFF + 4096

    /// Some of what was compressed.
    ///
    /// - Parameter read: Gives the bytes of the file that are asked for.
    public func bytes(
        _ range: Range<Int>,
        from read: (Range<Int>) -> [UInt8]
    ) throws(GzipError) -> [UInt8] {
        guard !range.isEmpty else { return [] }
        let first = range.lowerBound / chunkLength
        var output: [UInt8] = []
        for chunk in first...((range.upperBound - 1) / chunkLength) {
            guard places.indices.contains(chunk + 1) else { throw .truncated }
            let part = read(places[chunk]..<places[chunk + 1])
            output += try Inflater(isRaw: true).decompressPart(part, limit: chunkLength)
        }
        let start = range.lowerBound - first * chunkLength
        guard start + range.count <= output.count else { throw .truncated }
        return Array(output[start..<(start + range.count)])
    }
}
