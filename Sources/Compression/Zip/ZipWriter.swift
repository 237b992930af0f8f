/// Writes a zip archive to the disk, one thing after the other.
///
/// For one thread. Until `finish` the file is no archive; whoever makes it under another name and renames it then has
/// all of it or nothing.
public final class ZipWriter {
    private let file: DiskBytes
    private var end = 0
    /// The last bytes, which are still to be written: most pictures and sounds are small.
    private var rest: [UInt8] = []
    private var directory: [UInt8] = []
    private var count = 0

    /// 1 January 1980: same content, same archive.
    private static let noTime = 0x0021_0000
    private static let longNumber = 0xFFFF_FFFF
    private static let mostRest = 1 << 18

    /// Makes the file; refused where something lies there.
    public init(path: String) throws(ArchiveError) { file = try DiskBytes(making: path) }

    /// Adds something that is in memory.
    public func add(_ bytes: [UInt8], named name: String, isPacked: Bool) throws {
        let place = begin(name)
        var sum = Checksum()
        try bytes.withUnsafeBytes { bytes in
            sum.take(bytes)
            guard isPacked else { return try append(bytes) }
            try append(RawDeflater().pack(bytes) + RawDeflater.end)
        }
        try finish(name, at: place, isPacked: isPacked, bytes.count, sum)
    }

    /// Leaves room for what stands before the bytes, and returns where it lies.
    func begin(_ name: String) -> Int { skip(30 + name.utf8.count) }

    /// Leaves room for so many bytes, and returns where it lies.
    func skip(_ count: Int) -> Int {
        rest.append(contentsOf: repeatElement(0, count: count))
        end += count
        return end - count
    }

    /// Writes what room was left for.
    func write(_ bytes: UnsafeRawBufferPointer, at place: Int) throws {
        let start = place - (end - rest.count)
        guard start >= 0 else {
            try writeRest()
            return try file.write(bytes, at: place)
        }
        rest.replaceSubrange(start..<start + bytes.count, with: bytes)
    }

    /// Adds bytes as they are to lie in the archive.
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

    /// Says what the bytes behind `place` are.
    func finish(
        _ name: String,
        at place: Int,
        isPacked: Bool,
        _ size: Int,
        _ checksum: Checksum
    ) throws {
        let packedSize = end - place - 30 - name.utf8.count
        guard max(size, packedSize) < Self.longNumber else {
            throw ArchiveError.tooLarge(entry: name, limit: Self.longNumber)
        }
        var record: [UInt8] = []
        record.append(isPacked ? 8 : 0, count: 2)
        record.append(Self.noTime, count: 4)
        record.append(Int(checksum.value), count: 4)
        record.append(packedSize, count: 4)
        record.append(size, count: 4)
        record.append(name.utf8.count, count: 2)
        try writeHead(record, name, at: place)
        list(record, name, at: place)
        count += 1
    }

    /// Writes the list of contents, and waits until all is on the disk.
    public func finish() throws {
        let start = end
        try append(directory)
        let length = end - start
        var tail: [UInt8] = []
        if count >= 0xFFFF || end >= Self.longNumber {
            let place = end
            tail.append(0x0606_4B50, count: 4)
            tail.append(44, count: 8)
            tail.append(45 << 16 | 45, count: 4)
            tail.append(0, count: 8)
            for number in [count, count, length, start] { tail.append(number, count: 8) }
            tail.append(0x0706_4B50, count: 4)
            tail.append(0, count: 4)
            tail.append(place, count: 8)
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

    /// What stands before the bytes themselves; the names are UTF-8.
    private func writeHead(_ record: [UInt8], _ name: String, at place: Int) throws {
        var head: [UInt8] = []
        head.append(0x0403_4B50, count: 4)
        head.append(20, count: 2)
        head.append(0x0800, count: 2)
        head += record
        head.append(0, count: 2)
        head += name.utf8
        try head.withUnsafeBytes { try write($0, at: place) }
    }

    private func list(_ record: [UInt8], _ name: String, at place: Int) {
        let isFar = place >= Self.longNumber
        directory.append(0x0201_4B50, count: 4)
        directory.append(isFar ? 45 : 20, count: 2)
        directory.append(isFar ? 45 : 20, count: 2)
        directory.append(0x0800, count: 2)
        directory += record
        directory.append(isFar ? 12 : 0, count: 2)
        directory.append(0, count: 10)
        directory.append(min(place, Self.longNumber), count: 4)
        directory += name.utf8
        guard isFar else { return }
        directory.append(1, count: 2)
        directory.append(8, count: 2)
        directory.append(place, count: 8)
    }
}
