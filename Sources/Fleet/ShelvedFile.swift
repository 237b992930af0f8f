internal import Compression
internal import FoundationEssentials
internal import Glibc
internal import Sodium

/// A file on the shelf: pieces of a mebibyte, each compressed; the last one is shorter, and may be empty.
package struct ShelvedFile: Sendable {
    private let shelf: any Shelf
    private let learner: LearnerID

    private static let pieceSize = 1 << 20

    package init(_ shelf: any Shelf, of learner: LearnerID) {
        (self.shelf, self.learner) = (shelf, learner)
    }

    /// Puts the last piece first, so that all are there if the first one is.
    package func put(_ bytes: [UInt8], under digest: [UInt8]) throws(FleetError) {
        for part in stride(from: bytes.count / Self.pieceSize, through: 0, by: -1) {
            let piece = bytes.dropFirst(part * Self.pieceSize).prefix(Self.pieceSize)
            try put(Array(piece), Int64(part), of: digest)
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
        try shelf.hasPiece(0, of: digest, for: learner)
    }

    /// Puts a file on the shelf; returns the hash of its content.
    func put(fileAt path: String) throws(FleetError) -> [UInt8] {
        let digest = try Self.digest(ofFileAt: path)
        var part: Int64 = 0
        try Self.forEachPiece(ofFileAt: path) { piece throws(FleetError) in
            try put(piece, part, of: digest)
            part += 1
        }
        return digest
    }

    /// Writes a file from the shelf, which must not exist; false if it is not there, or is not what its hash says.
    func write(_ digest: [UInt8], toFileAt path: String) throws(FleetError) -> Bool {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Self.failure(path) }
        var isWhole = false
        var part: Int64 = 0
        defer { close(file) }
        while !isWhole, let piece = try piece(part, of: digest) {
            var rest = piece[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw Self.failure(path) }
                rest = rest.dropFirst(count)
            }
            isWhole = piece.count < Self.pieceSize
            part += 1
        }
        guard isWhole else { return false }
        return try Self.digest(ofFileAt: path) == digest
    }

    private func put(_ piece: [UInt8], _ part: Int64, of digest: [UInt8]) throws(FleetError) {
        try shelf.put(Zstd.compress(piece, level: 3), part: part, of: digest, for: learner)
    }

    private func piece(_ part: Int64, of digest: [UInt8]) throws(FleetError) -> [UInt8]? {
        guard let bytes = try shelf.piece(part, of: digest, for: learner) else { return nil }
        guard let piece = try? Zstd.decompress(bytes, named: "piece", limit: Self.pieceSize) else {
            throw .damaged(reason: "piece \(part) of a file")
        }
        return piece
    }

    /// The hash of the pieces' hashes, so that a file of any size takes little memory.
    private static func digest(ofFileAt path: String) throws(FleetError) -> [UInt8] {
        var digests: [UInt8] = []
        try forEachPiece(ofFileAt: path) { piece throws(FleetError) in
            digests += Digest(of: piece).bytes
        }
        return Digest(of: digests).bytes
    }

    /// Passes the pieces of a file on, the last of which is shorter than the others.
    private static func forEachPiece(
        ofFileAt path: String,
        _ body: ([UInt8]) throws(FleetError) -> Void
    ) throws(FleetError) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw failure(path) }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: pieceSize)
        while true {
            var size = 0
            while size < pieceSize {
                let count = buffer.withUnsafeMutableBytes { bytes in
                    read(file, bytes.baseAddress.map { $0 + size }, pieceSize - size)
                }
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else { throw failure(path) }
                if count == 0 { break }
                size += count
            }
            try body(Array(buffer.prefix(size)))
            if size < pieceSize { return }
        }
    }

    private static func failure(_ path: String) -> FleetError {
        .unfit(reason: "\(path): \(String(cString: strerror(errno)))")
    }
}
