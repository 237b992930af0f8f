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

    @Test(arguments: [
        (0, 0), (0, 1), (0, 5 << 20 - 1), (1, 0), (1, 1 << 20), (65_535, 1), (65_535, 1 << 20),
        (65_536, 0), (65_536, 5 << 20 - 1), (200_000, 1 << 20),
    ])
    func readsEntriesWrittenInPieces(startSize: Int, size: Int) throws {
        let pattern = (0..<70_001).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 9) }
        var bytes: [UInt8] = []
        while bytes.count < startSize + size { bytes += pattern }
        bytes.removeLast(bytes.count - startSize - size)
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

    /// The archive with its directory in the form for large ones, whose numbers have eight bytes.
    ///
    /// - Parameter change: Changes the numbers: sizes, offsets and counts.
    private func long(_ whole: [UInt8], _ change: (inout [String: UInt64]) -> Void) throws
        -> [UInt8]
    {
        let list = try #require(
            whole.indices.last { whole[$0...].starts(with: [0x50, 0x4B, 1, 2]) }
        )
        func number(at place: Int) -> UInt64 {
            whole[place..<place + 4].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        let name = whole[(list + 46)...].prefix(Int(whole[list + 28]))
        let length = 46 + name.count + 28
        let end = list + length
        var numbers: [String: UInt64] = [
            "size": number(at: list + 24), "packed size": number(at: list + 20), "place": 0,
            "count": 1, "length": UInt64(length), "start": UInt64(list), "end": UInt64(end),
        ]
        change(&numbers)
        func bytes(_ number: UInt64, _ count: Int = 8) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
        }
        func bytes(_ name: String) -> [UInt8] { bytes(numbers[name] ?? 0) }
        let unknown: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
        var archive = Array(whole[..<list])
        archive += whole[list..<list + 20] + unknown + unknown + whole[list + 28..<list + 30]
        archive += bytes(28, 2) + whole[list + 32..<list + 42] + unknown + name
        archive +=
            bytes(1, 2) + bytes(24, 2) + bytes("size") + bytes("packed size") + bytes("place")
        archive += [0x50, 0x4B, 6, 6] + bytes(44) + bytes(45 << 16 | 45, 4) + bytes(0)
        archive += bytes("count") + bytes("count") + bytes("length") + bytes("start")
        archive += [0x50, 0x4B, 6, 7] + bytes(0, 4) + bytes("end") + bytes(1, 4)
        archive += [0x50, 0x4B, 5, 6] + bytes(0, 4) + [0xFF, 0xFF, 0xFF, 0xFF] + unknown + unknown
        return archive + bytes(0, 2)
    }

    @Test(arguments: [
        "size", "packed size", "place", "count", "length", "start", "end",
    ])
    func numbersOfEightBytesMayBeAnything(_ name: String) throws {
        let path = folder.path("a.zip")
        let writer = try ZipWriter(path: path)
        try writer.add(text, named: "a", isPacked: true)
        try writer.finish()
        let whole = try [UInt8](Data(contentsOf: URL(filePath: path)))
        func read(_ archive: [UInt8]) throws -> [UInt8] {
            try folder.write(archive, to: "b.zip")
            let archive = try ZipArchive(path: folder.path("b.zip"))
            guard let entry = archive.entry(named: "a") else { throw ArchiveError.truncated }
            _ = try? archive.readTwicePacked(entry, limit: 1 << 20)
            return try archive.read(entry, limit: 1 << 20)
        }
        #expect(try read(long(whole) { _ in }) == text)

        let most = UInt64(Int64.max)
        for number in [0, 1, most, most - 1, most + 1, .max, 1 << 31, 1 << 32, 1 << 53, 1 << 40] {
            let archive = try long(whole) { numbers in
                if numbers[name] == number {
                    numbers[name] = number + 2
                } else {
                    numbers[name] = number
                }
            }
            #expect(throws: ArchiveError.self) { try read(archive) }
        }
    }

    /// Every byte of the directory with each of some values: the numbers of two and four bytes.
    @Test func numbersOfTheDirectoryMayBeAnything() throws {
        let path = folder.path("a.zip")
        let writer = try ZipWriter(path: path)
        try writer.add([1, 2, 3], named: "a", isPacked: true)
        try writer.finish()
        let whole = try [UInt8](Data(contentsOf: URL(filePath: path)))

        for place in whole.indices.dropLast() {
            for value: [UInt8] in [[0], [1], [0x7F], [0x80], [0xFF], [0xFF, 0xFF]] {
                var bytes = whole
                bytes.replaceSubrange(place..<place + value.count, with: value)
                try folder.write(bytes, to: "b.zip")
                let archive = try? ZipArchive(path: folder.path("b.zip"))
                if let entry = archive?.entry(named: "a") {
                    _ = try? archive?.read(entry, limit: .max)
                }
            }
        }
    }

    @Test func refusesWhatUnpacksToAHundredTimesItsSize() throws {
        let path = folder.path("a.zip")
        let writer = try ZipWriter(path: path)
        try writer.add([UInt8](repeating: 0, count: 65 << 20), named: "bomb", isPacked: true)
        try writer.finish()
        let archive = try ZipArchive(path: path)
        let entry = try #require(archive.entry(named: "bomb"))

        #expect(throws: ArchiveError.expandsTooMuch(entry: "bomb")) {
            try archive.read(entry, limit: 1 << 30)
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
