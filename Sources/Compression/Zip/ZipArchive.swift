/// A zip archive on disk, whose entries are read one by one and never extracted to their own names.
///
/// Implemented here because it only needs a bounded directory and a bounded stream, which take
/// less code than guarding against the rest of a library. See Documentation/Decisions/exchange.md.
package final class ZipArchive: Sendable {
    package struct Entry: Hashable, Sendable {
        /// Its name, which may be any text.
        package let name: String
        /// Its declared uncompressed size.
        package let size: Int
        let packedSize: Int
        let isPacked: Bool
        let checksum: UInt32
        let offset: Int
    }

    /// The maximum number of entries.
    package static let mostEntries = 1_000_000
    static let pieceSize = 1 << 16
    /// The maximum size of the central directory in bytes.
    private static let longestDirectory = 256 << 20

    private let file: RandomAccessFile
    private let entriesByName: [String: Entry]

    /// Reads the central directory; a duplicate name is treated as damage.
    package init(path: String) throws(ArchiveError) {
        file = try RandomAccessFile(reading: path)
        let end = try EndOfCentralDirectory(of: file)
        guard end.count <= Self.mostEntries else { throw .tooMany(limit: Self.mostEntries) }
        guard end.length <= Self.longestDirectory, end.count * 46 <= end.length else {
            throw .damaged(entry: nil)
        }
        var record = ByteCursor(try file.bytes(at: end.offset, count: end.length))
        var entries: [String: Entry] = [:]
        entries.reserveCapacity(end.count)
        for _ in 0..<end.count {
            guard let entry = try Entry(&record) else { throw .damaged(entry: nil) }
            guard entries.updateValue(entry, forKey: entry.name) == nil else {
                throw .damaged(entry: entry.name)
            }
        }
        entriesByName = entries
    }

    /// Whether a file with these first bytes is an archive.
    package static func isArchive(_ start: some Sequence<UInt8>) -> Bool {
        start.starts(with: [0x50, 0x4B, 0x03, 0x04])
    }

    package func entry(named name: String) -> Entry? { entriesByName[name] }

    package var count: Int { entriesByName.count }

    /// Reads a whole entry.
    ///
    /// - Parameter limit: The maximum size of the result.
    package func read(_ entry: Entry, limit: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(entry.size, limit, entry.largestSize))
        try stream(entry, limit: limit) { bytes += $0 }
        return bytes
    }

    /// Reads an entry piece by piece; the checksum is verified after the last one.
    ///
    /// - Parameter limit: The maximum size of the result.
    package func stream(
        _ entry: Entry,
        limit: Int,
        _ take: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        guard entry.size <= limit else {
            throw ArchiveError.tooLarge(entry: entry.name, limit: limit)
        }
        guard entry.size <= entry.largestSize else {
            throw ArchiveError.expandsTooMuch(entry: entry.name)
        }
        var count = 0
        var checksum = Checksum()
        let give = { (piece: UnsafeRawBufferPointer) in
            count += piece.count
            guard count <= entry.size else { throw ArchiveError.damaged(entry: entry.name) }
            checksum.take(piece)
            try take(piece)
        }
        let isWhole = try unpack(entry, give)
        guard isWhole, count == entry.size, checksum.value == entry.checksum else {
            throw ArchiveError.damaged(entry: entry.name)
        }
    }

    /// Returns whether the compressed data was complete.
    private func unpack(
        _ entry: Entry,
        _ give: (UnsafeRawBufferPointer) throws -> Void
    ) throws -> Bool {
        var offset = try start(of: entry)
        guard offset <= file.size, entry.packedSize <= file.size - offset else {
            throw ArchiveError.truncated
        }
        let end = offset + entry.packedSize
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Self.pieceSize,
            alignment: 16
        )
        defer { buffer.deallocate() }
        let inflater = entry.isPacked ? RawInflater() : nil
        while offset < end {
            let piece = UnsafeMutableRawBufferPointer(
                rebasing: buffer[..<min(buffer.count, end - offset)]
            )
            try file.read(at: offset, into: piece)
            offset += piece.count
            if let inflater {
                guard let isEnd = try inflater.take(UnsafeRawBufferPointer(piece), give) else {
                    return false
                }
                if isEnd { return offset == end }
            } else {
                try give(UnsafeRawBufferPointer(piece))
            }
        }
        return inflater == nil
    }

    /// The offset of the content, after a local header that repeats the directory record.
    private func start(of entry: Entry) throws(ArchiveError) -> Int {
        var head = ByteCursor(try file.bytes(at: entry.offset, count: 30))
        guard head.number(4) == 0x0403_4B50, head.skip(22), let name = head.number(2),
            let extra = head.number(2)
        else { throw .damaged(entry: entry.name) }
        return entry.offset + 30 + name + extra
    }
}

extension ZipArchive.Entry {
    /// No more than 64 MiB, or a hundred times its compressed size: what people store is not that repetitive.
    var largestSize: Int { max(64 << 20, 100 * min(packedSize, .max / 100)) }

    /// Parses a record of the central directory; nil if it is invalid.
    fileprivate init?(_ record: inout ByteCursor) throws(ArchiveError) {
        guard record.number(4) == 0x0201_4B50, record.skip(4), let flags = record.number(2),
            let method = record.number(2), record.skip(4), let checksum = record.number(4),
            var packedSize = record.number(4), var size = record.number(4),
            let nameLength = record.number(2), let extraLength = record.number(2),
            let commentLength = record.number(2), record.skip(8), var offset = record.number(4),
            let nameBytes = record.bytes(nameLength), let extra = record.bytes(extraLength),
            record.skip(commentLength)
        else { return nil }
        let name = String(decoding: nameBytes, as: UTF8.self)
        guard flags & 0x2041 == 0, method == 0 || method == 8 else {
            throw .unsupported(entry: name)
        }
        // Numbers too large for four bytes are in an extra field, in this order.
        var long = ByteCursor(Array(extra)).extra(1)
        if size == 0xFFFF_FFFF { size = long?.number(8) ?? size }
        if packedSize == 0xFFFF_FFFF { packedSize = long?.number(8) ?? packedSize }
        if offset == 0xFFFF_FFFF { offset = long?.number(8) ?? offset }
        guard method == 8 || size == packedSize else { return nil }
        self.init(
            name: name,
            size: size,
            packedSize: packedSize,
            isPacked: method == 8,
            checksum: UInt32(truncatingIfNeeded: checksum),
            offset: offset
        )
    }
}
