internal import Threads

extension ZipWriter {
    /// Adds something whose first bytes are known last; what follows them is packed on all cores, each piece by itself.
    ///
    /// - Parameters:
    ///   - startSize: How many the first bytes are, which are not packed.
    ///   - give: Puts down what follows, in pieces so large that it matters little that nothing of one is known in the next,
    ///     and returns the first bytes.
    public func add(
        named name: String,
        startSize: Int,
        _ give: (_ put: @escaping ([UInt8]) throws -> Void) throws -> [UInt8]
    ) throws {
        let place = begin(name)
        let packers = (0..<Crew.cores).map { _ in Packer() }
        var start: [UInt8] = []
        // What has one piece alone is small, and packed as a whole.
        var first: [UInt8]?
        var startPlace: Int?
        var sum = Checksum()
        var size = 0
        try Mill.run(size: packers.count) { put in
            start = try give { piece in
                if startPlace == nil {
                    guard let first else {
                        first = piece
                        return
                    }
                    startPlace = self.skip(UnpackedBlock.packedSize(of: startSize))
                    try put(first)
                }
                try put(piece)
            }
            precondition(start.count == startSize, "The first bytes are as many as was said")
            if startPlace == nil { try put(start + (first ?? [])) }
        } make: { worker, piece in
            packers[worker].pack(piece)
        } use: { packed in
            sum.take(packed.sum, of: packed.count)
            size += packed.count
            try packed.bytes.withUnsafeBytes { try append($0) }
        }
        if let startPlace {
            try UnpackedBlock.blocks(of: start).withUnsafeBytes { try write($0, at: startPlace) }
            var whole = Checksum()
            start.withUnsafeBytes { whole.take($0) }
            whole.take(sum, of: size)
            sum = whole
            size += startSize
        }
        try RawDeflater.end.withUnsafeBytes { try append($0) }
        try finish(name, at: place, isPacked: true, size, sum)
    }
}

/// Packs one piece at a time, for one thread at a time.
private final class Packer: @unchecked Sendable {
    private let deflater = RawDeflater()

    func pack(_ piece: [UInt8]) -> (bytes: [UInt8], sum: Checksum, count: Int) {
        piece.withUnsafeBytes { piece in
            var sum = Checksum()
            sum.take(piece)
            return (deflater.pack(piece), sum, piece.count)
        }
    }
}

/// Bytes that are not packed among those that are: how many they will be is known before they are.
private enum UnpackedBlock {
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
