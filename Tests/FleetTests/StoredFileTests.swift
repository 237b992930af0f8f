import Compression
import Foundation
import TestFolder
import Testing

@testable import Fleet

struct StoredFileTests {
    private let folder: TemporaryFolder
    private let store = MemoryStore()
    private let learner = LearnerID(rawValue: 7)

    init() throws { folder = try TemporaryFolder() }

    /// An interrupted upload of an earlier version, which adds no checksums, may have been ended by this one, or the other way round.
    @Test(arguments: [[0], [1], [2], [0, 1, 2]])
    func theHashIsComparedWhereAPieceHasNoChecksum(_ parts: [Int]) throws {
        var content = (0..<2 << 20 + 1_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        try folder.write(content, to: "source")
        let file = StoredFile(store, of: learner)
        let digest = try file.put(fileAt: folder.path("source"))

        try putWithoutChecksum(parts, of: content, under: digest)
        #expect(try file.write(digest, toFileAt: folder.path("whole")))
        content[parts[0] << 20] ^= 1
        try putWithoutChecksum(parts, of: content, under: digest)
        #expect(try !file.write(digest, toFileAt: folder.path("damaged")))

        let names = ["source", "whole", "damaged"]
        let files = try names.map { try Data(contentsOf: URL(filePath: folder.path($0))) }
        #expect(files[0] == files[1])
        #expect(files[2] == Data(content))
    }

    /// They may be taken for those of an interrupted upload.
    @Test func aFileIsNotThereWhereOtherPiecesWereDeletedMeanwhile() throws {
        let file = StoredFile(store, of: learner)
        let content = [UInt8](repeating: 1, count: 2 << 20)
        let digest = [UInt8](repeating: 2, count: 32)
        var left = 2

        #expect(throws: FleetError.self) {
            try file.put(content, under: digest) {
                if left == 0 { store.losePiece(2, of: digest, for: learner) }
                left -= 1
            }
        }
        #expect(try !file.contains(digest))

        try file.put(content, under: digest)
        #expect(try file.content(of: digest, limit: .max) == content)
    }

    private func putWithoutChecksum(
        _ parts: [Int],
        of content: [UInt8],
        under digest: [UInt8]
    ) throws {
        for part in parts {
            let piece = Array(content.dropFirst(part << 20).prefix(1 << 20))
            try store.put(
                Zstd.compress(piece),
                part: Int64(part),
                through: 2,
                of: digest,
                for: learner
            )
        }
    }
}
