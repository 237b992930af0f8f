internal import Threads

extension ZipWriter {
    /// Adds the content of a file, packed on all cores, a part of it on each.
    public func add(fileAt path: String, named name: String) throws {
        let file = try DiskBytes(reading: path)
        let place = begin(name)
        let crew = Crew()
        let parts = (0..<crew.size).map { _ in Part() }
        var sum = Checksum()
        // Of an empty file there is an end all the same.
        for start in stride(from: 0, to: max(file.size, 1), by: parts.count * Part.size) {
            crew.run(parts.count) { number in
                parts[number].pack(file, from: start + number * Part.size)
            }
            for part in parts {
                let packed = try part.packed()
                sum.take(packed.sum, of: packed.count)
                try packed.bytes.withUnsafeBytes { try append($0) }
            }
        }
        try finish(name, at: place, isPacked: true, file.size, sum)
    }
}

/// One part of a file at a time, packed by itself, so that what comes out of all parts in order is the file, packed.
///
/// For one thread at a time.
private final class Part: @unchecked Sendable {
    /// So large that it matters little that what was seen in one part is not known in the next.
    static let size = 1 << 20

    private let deflater = RawDeflater(level: ZipWriter.level)
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
    private var result: Result<(bytes: [UInt8], sum: Checksum, count: Int), any Error>?

    deinit { buffer.deallocate() }

    func pack(_ file: DiskBytes, from start: Int) {
        result = Result {
            let piece = UnsafeMutableRawBufferPointer(
                rebasing: buffer[..<min(max(file.size - start, 0), Self.size)]
            )
            // Behind the end of the file nothing is left; in an empty one the end itself is.
            guard !piece.isEmpty || start == 0 else { return ([], Checksum(), 0) }
            try file.read(at: start, into: piece)
            var sum = Checksum()
            sum.take(UnsafeRawBufferPointer(piece))
            let isLast = start + piece.count == file.size
            let bytes = deflater.packAlone(UnsafeRawBufferPointer(piece), isLast: isLast)
            return (bytes, sum, piece.count)
        }
    }

    func packed() throws -> (bytes: [UInt8], sum: Checksum, count: Int) {
        guard let result else { preconditionFailure("Nothing was packed") }
        return try result.get()
    }
}
