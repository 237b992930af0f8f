internal import Threads

extension ZipWriter {
    /// Adds an entry whose first bytes become known last; the rest is compressed on all cores.
    ///
    /// - Parameters:
    /// - startSize: The number of first bytes, which are stored uncompressed.
    /// - give: Passes on the rest in pieces that are compressed independently, and should therefore be large,
    /// and returns the first bytes.
    package func add(
        named name: String,
        startSize: Int,
        _ give: (_ put: @escaping ([UInt8]) throws -> Void) throws -> [UInt8]
    ) throws {
        let offset = begin(name)
        let packers = (0..<ParallelFor.cores).map { _ in Locked(RawDeflater()) }
        var start: [UInt8] = []
        // An entry with a single piece is small, so all of it is compressed.
        var first: [UInt8]?
        var startPlace: Int?
        var sum = Checksum()
        var size = 0
        try OrderedParallelMap.run(size: packers.count) { put in
            start = try give { piece in
                if startPlace == nil {
                    guard let first else {
                        first = piece
                        return
                    }
                    startPlace = self.skip(StoredBlock.packedSize(of: startSize))
                    try put(first)
                }
                try put(piece)
            }
            precondition(start.count == startSize, "The first bytes are as many as was said")
            if startPlace == nil { try put(start + (first ?? [])) }
        } transform: { worker, piece in
            piece.withUnsafeBytes { piece in
                var sum = Checksum()
                sum.take(piece)
                return (packers[worker].withLock { $0.pack(piece) }, sum, piece.count)
            }
        } consume: { (bytes: [UInt8], pieceSum: Checksum, count: Int) in
            sum.take(pieceSum, of: count)
            size += count
            try bytes.withUnsafeBytes { try append($0) }
        }
        if let startPlace {
            try StoredBlock.blocks(of: start).withUnsafeBytes { try write($0, at: startPlace) }
            var whole = Checksum()
            start.withUnsafeBytes { whole.take($0) }
            whole.take(sum, of: size)
            sum = whole
            size += startSize
        }
        try RawDeflater.end.withUnsafeBytes { try append($0) }
        try finish(name, at: offset, isPacked: true, size, sum)
    }
}

/// Stored blocks, whose size is known before their content.
private enum StoredBlock {
    private static let mostBytes = 0xFFFF

    static func packedSize(of size: Int) -> Int {
        size + 5 * ((size + mostBytes - 1) / mostBytes)
    }

    static func blocks(of bytes: [UInt8]) -> [UInt8] {
        var blocks: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: mostBytes) {
            let block = bytes[start..<min(start + mostBytes, bytes.count)]
            blocks.append(0, count: 1)
            blocks.append(block.count, count: 2)
            blocks.append(~block.count & mostBytes, count: 2)
            blocks += block
        }
        return blocks
    }
}
