import Compression
import Foundation
import TestChance
import TestFolder
import Testing

struct ZipTests {
    private let folder: TemporaryFolder
    private let text = Array(String(repeating: "omena ", count: 50_000).utf8)

    init() throws { folder = try TemporaryFolder() }

    @Test func readsWhatItWrote() throws {
        let path = folder.path("a.zip")
        let writer = try ZipWriter(path: path)
        try writer.add(text, named: "packed", isPacked: true)
        try writer.add([1, 2, 3], named: "日本.jpg", isPacked: false)
        try writer.add([], named: "empty", isPacked: true)
        try writer.finish()

        let archive = try ZipArchive(path: path)

        #expect(archive.count == 3)
        for (name, bytes) in [("packed", text), ("日本.jpg", [1, 2, 3]), ("empty", [])] {
            let entry = try #require(archive.entry(named: name))
            #expect(try archive.read(entry, limit: 1 << 20) == bytes)
        }
        #expect(try ZipArchive(path: path).entry(named: "other") == nil)
        #expect(try Data(contentsOf: URL(filePath: path)).count < 3_000)
    }

    @Test(arguments: [0, 1, 65_535, 65_536, 200_000], [0, 1, 1 << 20, 5 << 20 - 1])
    func readsEntriesWrittenInPieces(startSize: Int, size: Int) throws {
        let bytes = (0..<startSize + size).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 9) }
        let path = folder.path("a.zip")
        let writer = try ZipWriter(path: path)
        try writer.add([1, 2, 3], named: "before", isPacked: true)
        try writer.add(named: "file", startSize: startSize) { put in
            for start in stride(from: startSize, to: bytes.count, by: 1 << 20) {
                try put(Array(bytes[start..<min(start + 1 << 20, bytes.count)]))
            }
            return Array(bytes[..<startSize])
        }
        try writer.add([4], named: "behind", isPacked: false)
        try writer.finish()

        let archive = try ZipArchive(path: path)
        let entry = try #require(archive.entry(named: "file"))
        #expect(try archive.read(entry, limit: 8 << 20) == bytes)
        let said = try python(
            """
            import zipfile
            archive = zipfile.ZipFile(r'\(path)')
            print(archive.testzip(), len(archive.read('file')))
            """
        )
        #expect(said == "None \(bytes.count)\n")
    }

    /// Random bytes cannot be compressed.
    @Test(arguments: [1, 3, 100, 65_535, 65_536, 1 << 20, 3_000_001])
    func readsIncompressibleEntries(size: Int) throws {
        var chance = SplitMix(seed: UInt64(size))
        let bytes = (0..<size).map { _ in UInt8.random(in: 0...255, using: &chance) }
        let path = folder.path("a.zip")
        let writer = try ZipWriter(path: path)
        try writer.add(bytes, named: "whole", isPacked: true)
        try writer.add(named: "pieces", startSize: 0) { put in
            for start in stride(from: 0, to: size, by: 1 << 20) {
                try put(Array(bytes[start..<min(start + 1 << 20, size)]))
            }
            return []
        }
        try writer.finish()

        let archive = try ZipArchive(path: path)
        for name in ["whole", "pieces"] {
            let entry = try #require(archive.entry(named: name))
            #expect(try archive.read(entry, limit: size) == bytes)
        }
    }

    @Test func readsArchivesOfOtherPrograms() throws {
        let path = folder.path("a.zip")
        try folder.write(text, to: "a.txt")

        try python(
            """
            import zipfile
            with zipfile.ZipFile(r'\(path)', 'w', zipfile.ZIP_DEFLATED) as archive:
                archive.write(r'\(folder.path("a.txt"))', 'a.txt')
                with archive.open('long', 'w', force_zip64=True) as entry: entry.write(b'long')
            """
        )

        let archive = try ZipArchive(path: path)
        let entry = try #require(archive.entry(named: "a.txt"))
        let long = try #require(archive.entry(named: "long"))
        #expect(try archive.read(entry, limit: 1 << 20) == text)
        #expect(try archive.read(long, limit: 1 << 20) == Array("long".utf8))
    }

    @Test func otherProgramsReadItsArchives() throws {
        let path = folder.path("a.zip")
        let writer = try ZipWriter(path: path)
        try writer.add(text, named: "päck", isPacked: true)
        for number in 0..<70_000 { try writer.add([7], named: "\(number)", isPacked: false) }
        try writer.finish()

        let said = try python(
            """
            import zipfile
            archive = zipfile.ZipFile(r'\(path)')
            print(archive.testzip(), len(archive.namelist()), len(archive.read('päck')))
            """
        )

        #expect(said == "None 70001 300000\n")
        #expect(try ZipArchive(path: path).count == 70_001)
    }

    @Test func refusesMoreThanTheLimit() throws {
        let path = folder.path("a.zip")
        let writer = try ZipWriter(path: path)
        try writer.add(text, named: "bomb", isPacked: true)
        try writer.finish()
        let archive = try ZipArchive(path: path)
        let entry = try #require(archive.entry(named: "bomb"))

        #expect(throws: ArchiveError.tooLarge(entry: "bomb", limit: 299_999)) {
            try archive.read(entry, limit: 299_999)
        }
    }

    @Test func verifiesSizesAndChecksums() throws {
        let path = folder.path("a.zip")
        let writer = try ZipWriter(path: path)
        try writer.add(text, named: "bomb", isPacked: true)
        try writer.finish()
        let whole = try [UInt8](Data(contentsOf: URL(filePath: path)))
        let list = try #require(
            whole.indices.last { whole[$0...].starts(with: [0x50, 0x4B, 1, 2]) }
        )

        // The offsets of the checksum, the compressed size and the size in the central directory.
        for place in [16, 20, 24] {
            var bytes = whole
            bytes[list + place] &-= 1
            try folder.write(bytes, to: "b.zip")
            #expect(throws: ArchiveError.self) {
                let archive = try ZipArchive(path: folder.path("b.zip"))
                let entry = try #require(archive.entry(named: "bomb"))
                _ = try archive.read(entry, limit: 1 << 20)
            }
        }
    }

    @Test func refusesEveryTruncatedArchive() throws {
        let path = folder.path("a.zip")
        let writer = try ZipWriter(path: path)
        try writer.add([1, 2, 3], named: "a", isPacked: true)
        try writer.finish()
        let whole = try [UInt8](Data(contentsOf: URL(filePath: path)))

        for count in 0..<whole.count {
            try folder.write(whole.prefix(count), to: "part")
            #expect(throws: ArchiveError.self) { try ZipArchive(path: folder.path("part")) }
        }
    }

    @discardableResult
    private func python(_ program: String) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", program]
        process.standardOutput = output
        try process.run()
        let said = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: said, as: UTF8.self)
    }
}
