internal import Threads

extension ZipArchive {
    /// Reads a whole entry whose content is itself compressed with Zstandard.
    ///
    /// - Parameter limit: The maximum size of the result.
    package func readTwicePacked(_ entry: Entry, limit: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try streamTwicePacked(entry, limit: limit) { bytes += $0 }
        return bytes
    }

    /// Extracts an entry into a new file.
    ///
    /// - Parameters:
    /// - path: The path of the file, which must not exist.
    /// - isPackedTwice: Whether the content is itself compressed with Zstandard.
    /// - limit: The maximum size of the result.
    package func unpack(_ entry: Entry, to path: String, isPackedTwice: Bool, limit: Int) throws {
        let file = try RandomAccessFile(making: path)
        try BoundedQueue.run { put in
            let give = { (piece: UnsafeRawBufferPointer) in try put([UInt8](piece)) }
            if isPackedTwice {
                try self.streamTwicePacked(entry, limit: limit, give)
            } else {
                try self.stream(entry, limit: limit, give)
            }
        } _: { (take: BoundedQueue.Consumer<[UInt8]>) in
            var offset = 0
            while let piece = try take() {
                try piece.withUnsafeBytes { try file.write($0, at: offset) }
                offset += piece.count
            }
        }
    }

    private func streamTwicePacked(
        _ entry: Entry,
        limit: Int,
        _ take: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let zstd = ZstdDecompressor(named: entry.name, limit: limit)
        var count = 0
        // Compressed data may grow a little when it is compressed again.
        try stream(entry, limit: limit + limit / 128 + 1_024) { packed in
            try zstd.take(packed) { piece in
                count += piece.count
                guard count <= entry.largestSize else {
                    throw ArchiveError.expandsTooMuch(entry: entry.name)
                }
                try take(piece)
            }
        }
        try zstd.finish()
    }
}
