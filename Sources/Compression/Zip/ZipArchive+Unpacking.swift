internal import Threads

extension ZipArchive {
    /// All bytes of an entry that was packed with Zstandard before it came into the archive.
    ///
    /// - Parameter limit: The most bytes that may come out.
    public func readTwicePacked(_ entry: Entry, limit: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try streamTwicePacked(entry, limit: limit) { bytes += $0 }
        return bytes
    }

    /// Puts the content of an entry into a new file, a piece at a time.
    ///
    /// - Parameters:
    ///   - path: Where it is to lie; nothing may lie there.
    ///   - isPackedTwice: Whether it was packed with Zstandard before it came into the archive.
    ///   - limit: The most bytes that may come out.
    public func unpack(_ entry: Entry, to path: String, isPackedTwice: Bool, limit: Int) throws {
        let file = try DiskBytes(making: path)
        try Conveyor.run { put in
            let give = { (piece: UnsafeRawBufferPointer) in try put([UInt8](piece)) }
            if isPackedTwice {
                try self.streamTwicePacked(entry, limit: limit, give)
            } else {
                try self.stream(entry, limit: limit, give)
            }
        } _: { (take: Conveyor.Take<[UInt8]>) in
            var place = 0
            while let piece = try take() {
                try piece.withUnsafeBytes { try file.write($0, at: place) }
                place += piece.count
            }
        }
    }

    private func streamTwicePacked(
        _ entry: Entry,
        limit: Int,
        _ take: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let zstd = ZstdDecompressor(named: entry.name, limit: limit)
        // What is packed well already may have grown a little by being packed again.
        try stream(entry, limit: limit + limit / 128 + 1_024) { try zstd.take($0, take) }
        try zstd.finish()
    }
}
