internal import Compression
internal import Sodium

/// A file in pieces of a mebibyte, each compressed; the last one is shorter, and may be empty.
package struct StoredFile: Sendable {
    private let files: any FileStore
    private let learner: LearnerID

    private static let pieceSize = 1 << 20

    package init(_ files: any FileStore, of learner: LearnerID) {
        (self.files, self.learner) = (files, learner)
    }

    /// Stores a file under the hash of its content.
    ///
    /// - Parameter check: Called before each piece; fails where the rest is not to be stored any more.
    package func put(
        _ bytes: [UInt8],
        under digest: [UInt8],
        checking check: () throws(FleetError) -> Void = { () throws(FleetError) in }
    ) throws(FleetError) {
        try putPieces(of: digest, size: bytes.count, checking: check) { part in
            Array(bytes.dropFirst(part * Self.pieceSize).prefix(Self.pieceSize))
        }
    }

    /// Nil if it is not there, or not all of it.
    package func content(of digest: [UInt8], limit: Int) throws(FleetError) -> [UInt8]? {
        var bytes: [UInt8] = []
        var part: Int64 = 0
        while let piece = try piece(part, of: digest) {
            bytes += piece
            guard bytes.count <= limit else { return nil }
            if piece.count < Self.pieceSize { return bytes }
            part += 1
        }
        return nil
    }

    package func contains(_ digest: [UInt8]) throws(FleetError) -> Bool {
        try files.hasPiece(0, of: digest, for: learner)
    }

    /// Whether all pieces of a file with a size are there.
    func contains(_ digest: [UInt8], size: Int) throws(FleetError) -> Bool {
        for part in 0...Int64(size / Self.pieceSize) {
            guard try files.hasPiece(part, of: digest, for: learner) else { return false }
        }
        return true
    }

    /// Stores a file; returns the hash of its content.
    func put(
        fileAt path: String,
        checking check: () throws(FleetError) -> Void = { () throws(FleetError) in }
    ) throws(FleetError) -> [UInt8] {
        let file = try Self.attempt(path) { try RandomAccessFile(reading: path) }
        let digest = try Self.digest(of: file, at: path)
        try putPieces(of: digest, size: file.size, checking: check) { part throws(FleetError) in
            try Self.piece(part, of: file, at: path)
        }
        return digest
    }

    /// Writes the content to a new file, which is on disk then; false if it is not stored, or is not what was.
    ///
    /// The hash takes longer than all else, so it is only computed where a piece has no checksum, as those of an earlier version.
    func write(_ digest: [UInt8], toFileAt path: String) throws(FleetError) -> Bool {
        let file = try Self.attempt(path) { try RandomAccessFile(making: path) }
        var areChecked = true
        var part: Int64 = 0
        while let stored = try files.piece(part, of: digest, for: learner) {
            let piece = try content(of: stored, part)
            let offset = Int(part) * Self.pieceSize
            try Self.attempt(path) { try piece.withUnsafeBytes { try file.write($0, at: offset) } }
            areChecked = areChecked && Zstd.hasChecksum(stored)
            if piece.count < Self.pieceSize {
                try Self.attempt(path) { try file.flush() }
                if areChecked { return true }
                // Of all pieces, because an upload that was interrupted may have been ended by another version.
                let written = try Self.attempt(path) { try RandomAccessFile(reading: path) }
                return try Self.digest(of: written, at: path) == digest
            }
            part += 1
        }
        return false
    }

    /// Puts the last piece first, so that all are there if the first one is.
    private func putPieces(
        of digest: [UInt8],
        size: Int,
        checking check: () throws(FleetError) -> Void,
        _ piece: (Int) throws(FleetError) -> [UInt8]
    ) throws(FleetError) {
        let last = size / Self.pieceSize
        for part in stride(from: last, through: 0, by: -1) {
            try check()
            try files.put(
                Zstd.compress(piece(part), level: 3, addingChecksum: true),
                part: Int64(part),
                through: Int64(last),
                of: digest,
                for: learner
            )
        }
    }

    private func piece(_ part: Int64, of digest: [UInt8]) throws(FleetError) -> [UInt8]? {
        guard let stored = try files.piece(part, of: digest, for: learner) else { return nil }
        return try content(of: stored, part)
    }

    private func content(of stored: [UInt8], _ part: Int64) throws(FleetError) -> [UInt8] {
        guard let piece = try? Zstd.decompress(stored, named: "piece", limit: Self.pieceSize) else {
            throw .damaged(reason: "piece \(part) of a file")
        }
        return piece
    }

    /// The hash of the pieces' hashes, so that a file of any size takes little memory.
    private static func digest(
        of file: RandomAccessFile,
        at path: String
    ) throws(FleetError) -> [UInt8] {
        var digests: [UInt8] = []
        for part in 0...(file.size / pieceSize) {
            digests += Digest(of: try piece(part, of: file, at: path)).bytes
        }
        return Digest(of: digests).bytes
    }

    /// A piece of a file; the last one is shorter than the others.
    private static func piece(
        _ part: Int,
        of file: RandomAccessFile,
        at path: String
    ) throws(FleetError) -> [UInt8] {
        let start = part * pieceSize
        return try attempt(path) {
            try file.bytes(at: start, count: min(pieceSize, file.size - start))
        }
    }

    private static func attempt<Result>(
        _ path: String,
        _ body: () throws -> Result
    ) throws(FleetError) -> Result {
        do {
            return try body()
        } catch {
            throw .unfit(reason: "\(path): \(error)")
        }
    }
}
