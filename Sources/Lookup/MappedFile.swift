internal import Glibc

/// A memory-mapped file, of which only the accessed parts are read.
final class MappedFile: Sendable {
    /// Immutable and valid as long as this object lives.
    private nonisolated(unsafe) let bytes: UnsafeRawBufferPointer

    /// Nil if the file is missing or empty.
    init?(_ path: String) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_size > 0,
            let base = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, file, 0),
            base != MAP_FAILED
        else { return nil }
        bytes = UnsafeRawBufferPointer(start: base, count: Int(status.st_size))
    }

    deinit { munmap(.init(mutating: bytes.baseAddress), bytes.count) }

    var count: Int { bytes.count }

    /// The bytes in the range that exist.
    subscript(range: Range<Int>) -> [UInt8] { Array(bytes[range.clamped(to: 0..<count)]) }

    /// The line that begins at an offset, without its newline; nil beyond the end of the file.
    func line(at offset: Int) -> [UInt8]? {
        guard bytes.indices.contains(offset) else { return nil }
        return Array(bytes[offset..<end(of: offset)])
    }

    /// The offset of the first line in a sorted file that is not less than a prefix.
    ///
    /// - Parameter start: The offset of the first sorted line.
    func offset(of prefix: [UInt8], from start: Int = 0) -> Int {
        var (low, high) = (start, count)
        while low < high {
            let middle = low + (high - low) / 2
            let first = beginning(of: middle, from: low)
            let end = end(of: middle)
            let head = bytes[first..<min(end, first + prefix.count)]
            if head.lexicographicallyPrecedes(prefix) { low = end + 1 } else { high = first }
        }
        return low
    }

    /// The lines in a sorted file that begin with a prefix.
    func lines(startingWith prefix: [UInt8], from start: Int = 0) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var offset = offset(of: prefix, from: start)
        while let line = line(at: offset), line.starts(with: prefix) {
            lines.append(line)
            offset += line.count + 1
        }
        return lines
    }

    /// The lines in an unsorted file that begin with a prefix.
    func allLines(startingWith prefix: [UInt8]) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var offset = 0
        while offset < count {
            let end = end(of: offset)
            if bytes[offset..<end].starts(with: prefix) { lines.append(Array(bytes[offset..<end])) }
            offset = end + 1
        }
        return lines
    }

    private func beginning(of offset: Int, from start: Int) -> Int {
        var offset = offset
        while offset > start, bytes[offset - 1] != UInt8(ascii: "\n") { offset -= 1 }
        return offset
    }

    private func end(of offset: Int) -> Int {
        guard let start = bytes.baseAddress,
            let end = memchr(start + offset, Int32(UInt8(ascii: "\n")), count - offset)
        else { return count }
        return UnsafeRawPointer(end) - start
    }
}
