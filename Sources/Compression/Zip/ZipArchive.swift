/// A zip archive on the disk, whose entries are read one by one and never put anywhere by their names.
///
/// Written here and not taken from a library: what is needed is a list and a stream, both with bounds, and those are
/// less code than the handling of what libraries do besides. See Documentation/Decisions/exchange.md.
public final class ZipArchive: Sendable {
    /// One thing in an archive.
    public struct Entry: Hashable, Sendable {
        /// What it is called there; any text at all.
        public let name: String
        /// How many bytes it says it has.
        public let size: Int
        let packedSize: Int
        let isPacked: Bool
        let checksum: UInt32
        let place: Int
    }

    /// The most things that an archive may hold.
    public static let mostEntries = 1_000_000
    static let pieceSize = 1 << 16
    /// The most bytes of a list of contents.
    private static let longestDirectory = 256 << 20

    private let file: DiskBytes
    private let entriesByName: [String: Entry]

    /// Reads the list of contents; a name that stands there twice makes the archive a damaged one.
    public init(path: String) throws(ArchiveError) {
        file = try DiskBytes(reading: path)
        let end = try ZipEnd(of: file)
        guard end.count <= Self.mostEntries else { throw .tooMany(limit: Self.mostEntries) }
        guard end.length <= Self.longestDirectory, end.count * 46 <= end.length else {
            throw .damaged(entry: nil)
        }
        var record = ByteCursor(try file.bytes(at: end.place, count: end.length))
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

    /// Whether some bytes are the beginning of an archive.
    public static func isArchive(_ start: some Sequence<UInt8>) -> Bool {
        start.starts(with: [0x50, 0x4B, 0x03, 0x04])
    }

    /// The thing of that name.
    public func entry(named name: String) -> Entry? { entriesByName[name] }

    /// How many things there are.
    public var count: Int { entriesByName.count }

    /// All bytes of an entry.
    ///
    /// - Parameter limit: The most bytes that may come out.
    public func read(_ entry: Entry, limit: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(entry.size, limit))
        try stream(entry, limit: limit) { bytes += $0 }
        return bytes
    }

    /// Lends the bytes of an entry a piece at a time; its check sum is looked at after the last one.
    ///
    /// - Parameter limit: The most bytes that may come out.
    public func stream(
        _ entry: Entry,
        limit: Int,
        _ take: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        guard entry.size <= limit else {
            throw ArchiveError.tooLarge(entry: entry.name, limit: limit)
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

    /// Whether the packed bytes came to their end.
    private func unpack(
        _ entry: Entry,
        _ give: (UnsafeRawBufferPointer) throws -> Void
    ) throws -> Bool {
        var place = try start(of: entry)
        let end = place + entry.packedSize
        guard entry.packedSize <= file.size, end <= file.size else {
            throw ArchiveError.truncated
        }
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Self.pieceSize,
            alignment: 16
        )
        defer { buffer.deallocate() }
        let inflater = entry.isPacked ? RawInflater() : nil
        while place < end {
            let piece = UnsafeMutableRawBufferPointer(
                rebasing: buffer[..<min(buffer.count, end - place)]
            )
            try file.read(at: place, into: piece)
            place += piece.count
            if let inflater {
                guard let isEnd = try inflater.take(UnsafeRawBufferPointer(piece), give) else {
                    return false
                }
                if isEnd { return place == end }
            } else {
                try give(UnsafeRawBufferPointer(piece))
            }
        }
        return inflater == nil
    }

    /// Where the bytes begin: behind a head that says again what the list of contents says.
    private func start(of entry: Entry) throws(ArchiveError) -> Int {
        var head = ByteCursor(try file.bytes(at: entry.place, count: 30))
        guard head.number(4) == 0x0403_4B50, head.skip(22), let name = head.number(2),
            let extra = head.number(2)
        else { throw .damaged(entry: entry.name) }
        return entry.place + 30 + name + extra
    }
}

extension ZipArchive.Entry {
    /// Reads one record of the list of contents; nil where it is none.
    fileprivate init?(_ record: inout ByteCursor) throws(ArchiveError) {
        guard record.number(4) == 0x0201_4B50, record.skip(4), let flags = record.number(2),
            let method = record.number(2), record.skip(4), let checksum = record.number(4),
            var packedSize = record.number(4), var size = record.number(4),
            let nameLength = record.number(2), let extraLength = record.number(2),
            let commentLength = record.number(2), record.skip(8), var place = record.number(4),
            let nameBytes = record.bytes(nameLength), let extra = record.bytes(extraLength),
            record.skip(commentLength)
        else { return nil }
        let name = String(decoding: nameBytes, as: UTF8.self)
        guard flags & 0x2041 == 0, method == 0 || method == 8 else {
            throw .unsupported(entry: name)
        }
        // Numbers too large for four bytes stand behind the name, in this order.
        var long = ByteCursor(Array(extra)).extra(1)
        if size == 0xFFFF_FFFF { size = long?.number(8) ?? size }
        if packedSize == 0xFFFF_FFFF { packedSize = long?.number(8) ?? packedSize }
        if place == 0xFFFF_FFFF { place = long?.number(8) ?? place }
        guard method == 8 || size == packedSize else { return nil }
        self.init(
            name: name,
            size: size,
            packedSize: packedSize,
            isPacked: method == 8,
            checksum: UInt32(truncatingIfNeeded: checksum),
            place: place
        )
    }
}
