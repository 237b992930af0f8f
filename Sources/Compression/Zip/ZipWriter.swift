/// Writes a zip archive to disk, one entry after another.
///
/// Not thread-safe. The file is not a valid archive before `finish`; write it under a temporary name and rename it, to get
/// all of it or nothing.
package final class ZipWriter {
    private let file: RandomAccessFile
    private var end = 0
    /// A write buffer, because most pictures and sounds are small.
    private var rest: [UInt8] = []
    private var directory: [UInt8] = []
    private var count = 0

    /// 1 January 1980, so that the same content gives the same archive.
    private static let noTime = 0x0021_0000
    private static let longNumber = 0xFFFF_FFFF
    private static let mostRest = 1 << 18

    /// Creates the file; throws if the path exists.
    package init(path: String) throws(ArchiveError) { file = try RandomAccessFile(making: path) }

    /// Adds an entry from memory.
    package func add(_ bytes: [UInt8], named name: String, isPacked: Bool) throws {
        let offset = begin(name)
        var sum = Checksum()
        try bytes.withUnsafeBytes { bytes in
            sum.take(bytes)
            guard isPacked else { return try append(bytes) }
            try append(RawDeflater().pack(bytes) + RawDeflater.end)
        }
        try finish(name, at: offset, isPacked: isPacked, bytes.count, sum)
    }

    /// Reserves space for a local header and returns its offset.
    func begin(_ name: String) -> Int { skip(30 + name.utf8.count) }

    /// Reserves space for `count` bytes and returns its offset.
    func skip(_ count: Int) -> Int {
        rest.append(contentsOf: repeatElement(0, count: count))
        end += count
        return end - count
    }

    /// Fills reserved space.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws {
        let start = offset - (end - rest.count)
        guard start >= 0 else {
            try writeRest()
            return try file.write(bytes, at: offset)
        }
        rest.replaceSubrange(start..<start + bytes.count, with: bytes)
    }

    func append(_ bytes: UnsafeRawBufferPointer) throws {
        if rest.count + bytes.count > Self.mostRest { try writeRest() }
        if bytes.count > Self.mostRest {
            try file.write(bytes, at: end)
        } else {
            rest.append(contentsOf: bytes)
        }
        end += bytes.count
    }

    private func writeRest() throws {
        try rest.withUnsafeBytes { try file.write($0, at: end - rest.count) }
        rest.removeAll(keepingCapacity: true)
    }

    /// Ends the entry whose local header is at `offset`.
    func finish(
        _ name: String,
        at offset: Int,
        isPacked: Bool,
        _ size: Int,
        _ checksum: Checksum
    ) throws {
        let packedSize = end - offset - 30 - name.utf8.count
        guard max(size, packedSize) < Self.longNumber else {
            throw ArchiveError.tooLarge(entry: name, limit: Self.longNumber)
        }
        var record: [UInt8] = []
        record.append(isPacked ? 8 : 0, count: 2)
        record.append(Self.noTime, count: 4)
        record.append(Int(clamping: checksum.value), count: 4)
        record.append(packedSize, count: 4)
        record.append(size, count: 4)
        record.append(name.utf8.count, count: 2)
        try writeHead(record, name, at: offset)
        list(record, name, at: offset)
        count += 1
    }

    /// Writes the central directory and syncs the file to disk.
    package func finish() throws {
        let start = end
        try append(directory)
        let length = end - start
        var tail: [UInt8] = []
        if count >= 0xFFFF || end >= Self.longNumber {
            let offset = end
            tail.append(0x0606_4B50, count: 4)
            tail.append(44, count: 8)
            tail.append(45 << 16 | 45, count: 4)
            tail.append(0, count: 8)
            for number in [count, count, length, start] { tail.append(number, count: 8) }
            tail.append(0x0706_4B50, count: 4)
            tail.append(0, count: 4)
            tail.append(offset, count: 8)
            tail.append(1, count: 4)
        }
        tail.append(0x0605_4B50, count: 4)
        tail.append(0, count: 4)
        for _ in 0..<2 { tail.append(min(count, 0xFFFF), count: 2) }
        tail.append(min(length, Self.longNumber), count: 4)
        tail.append(min(start, Self.longNumber), count: 4)
        tail.append(0, count: 2)
        try append(tail)
        try writeRest()
        try file.flush()
    }

    private func append(_ bytes: [UInt8]) throws { try bytes.withUnsafeBytes { try append($0) } }

    /// Writes the local header; names are UTF-8.
    private func writeHead(_ record: [UInt8], _ name: String, at offset: Int) throws {
        var head: [UInt8] = []
        head.append(0x0403_4B50, count: 4)
        head.append(20, count: 2)
        head.append(0x0800, count: 2)
        head += record
        head.append(0, count: 2)
        head += name.utf8
        try head.withUnsafeBytes { try write($0, at: offset) }
    }

    private func list(_ record: [UInt8], _ name: String, at offset: Int) {
        let isFar = offset >= Self.longNumber
        directory.append(0x0201_4B50, count: 4)
        directory.append(isFar ? 45 : 20, count: 2)
        directory.append(isFar ? 45 : 20, count: 2)
        directory.append(0x0800, count: 2)
        directory += record
        directory.append(isFar ? 12 : 0, count: 2)
        directory.append(0, count: 10)
        directory.append(min(offset, Self.longNumber), count: 4)
        directory += name.utf8
        guard isFar else { return }
        directory.append(1, count: 2)
        directory.append(8, count: 2)
        directory.append(offset, count: 8)
    }
}
