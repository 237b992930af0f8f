/// The end of an archive, which locates its central directory.
struct EndOfCentralDirectory {
    let offset: Int
    /// The size of the directory in bytes.
    let length: Int
    /// The number of entries.
    let count: Int

    private static let size = 22
    private static let longestComment = 0xFFFF

    init(of file: RandomAccessFile) throws(ArchiveError) {
        guard file.size >= Self.size else { throw .notAnArchive }
        let tailStart = max(0, file.size - Self.size - Self.longestComment)
        let tail = try file.bytes(at: tailStart, count: file.size - tailStart)
        guard
            let found = (0...tail.count - Self.size).last(where: { start in
                tail[start...].starts(with: [0x50, 0x4B, 0x05, 0x06])
            })
        else {
            let start = try file.bytes(at: 0, count: 4)
            throw ZipArchive.isArchive(start) ? .truncated : .notAnArchive
        }
        var record = ByteCursor(Array(tail[found...]))
        guard record.skip(10), let count = record.number(2), let length = record.number(4),
            let offset = record.number(4)
        else { throw .damaged(entry: nil) }
        if count == 0xFFFF || length == 0xFFFF_FFFF || offset == 0xFFFF_FFFF,
            let long = try Self.long(before: tailStart + found, of: file)
        {
            self = long
        } else {
            self.init(offset: offset, length: length, count: count)
        }
        guard self.length <= file.size, self.offset <= file.size - self.length else {
            throw .truncated
        }
    }

    private init(offset: Int, length: Int, count: Int) {
        self.offset = offset
        self.length = length
        self.count = count
    }

    /// The ZIP64 record, which archives of more than 4 GB or 65,535 entries have before the usual one.
    private static func long(
        before end: Int,
        of file: RandomAccessFile
    ) throws(ArchiveError) -> EndOfCentralDirectory? {
        guard end >= 20 else { return nil }
        var pointer = ByteCursor(try file.bytes(at: end - 20, count: 20))
        guard pointer.number(4) == 0x0706_4B50, pointer.skip(4), let offset = pointer.number(8)
        else { return nil }
        var record = ByteCursor(try file.bytes(at: offset, count: 56))
        guard record.number(4) == 0x0606_4B50, record.skip(28), let count = record.number(8),
            let length = record.number(8), let start = record.number(8)
        else { throw .damaged(entry: nil) }
        return EndOfCentralDirectory(offset: start, length: length, count: count)
    }
}
