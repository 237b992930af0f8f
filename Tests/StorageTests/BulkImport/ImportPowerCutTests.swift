import Foundation
import Notes
import Storage
import TestChance
import TestDatabase
import TestFolder
import Testing

@testable import SQLite
@testable import Vault

/// After a power cut at any moment of a bulk import, the library is as it was before the import or as it is after it.
struct ImportPowerCutTests {
    enum Way: CaseIterable {
        case fileSwap
        case attachedFile
        case sealed
    }

    private static let isSoaking = ProcessInfo.processInfo.environment["OMENA_SOAK"] != nil
    private static let cutCount = isSoaking ? 500 : 12
    private static let noteCount = 1_000

    private let folder: TemporaryFolder
    private let path: String
    private let disk = RecordedDisk()
    private let key = VaultKey()

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("a.omena")
    }

    /// Imports while the disk is recorded, and returns the number of steps until the import was acknowledged.
    private func recordImport(_ way: Way) throws -> Int {
        if way == .sealed { try folder.write([], to: "a.omena") }
        let first = try Database(path: path, in: files(at: path, way), now: .some)
        try first.write { writer in
            let deck = Deck(id: DeckID(rawValue: 1), name: try #require(DeckName("Questions")))
            try writer.insert(deck, at: .some)
            try writer.insert(NoteType.basicAndReversed, at: .some)
            var notes = RandomImport(into: DeckID(rawValue: 1), seed: 7)
            var bulk = try BulkWriter(expecting: 0, with: writer)
            for _ in 0..<50 { try bulk.add(notes.next(), with: writer) }
            try bulk.finish(isLast: false, with: writer)
        }
        try first.close()
        disk.start(with: [path: [UInt8](try Data(contentsOf: URL(filePath: path)))])
        let disk = disk
        let recording =
            way == .sealed
            ? try key.files(at: path) { disk.record($0) }
            : SealedFiles(headerSize: 0, isSealing: false, observer: { disk.record($0) }) { _ in
                IdentityCipher()
            }
        let database = try Database(path: path, in: recording, now: .some)
        try database.write { writer in
            var notes = RandomImport(into: DeckID(rawValue: 1), seed: 8)
            for _ in 0..<200 { _ = notes.next() }
            var bulk = try BulkWriter(expecting: Self.noteCount, with: writer)
            for _ in 0..<Self.noteCount { try bulk.add(notes.next(), with: writer) }
            try bulk.finish(isLast: way == .fileSwap, with: writer)
        }
        let acknowledged = disk.count
        try database.close()
        return acknowledged
    }

    private func files(at path: String, _ way: Way) throws -> SealedFiles? {
        way == .sealed ? try key.files(at: path) : nil
    }

    /// All rows that an import writes, read after a power cut; nil if something is damaged.
    private func content(
        afterSteps count: Int,
        _ way: Way,
        seed: UInt64,
        isFlushing: Bool = true
    ) throws -> [[[Value]]]? {
        var generator = SplitMix(seed: seed)
        let folder = try TemporaryFolder()
        let files = disk.files(afterSteps: count, using: &generator, isFlushing: isFlushing)
        for (path, content) in files {
            try folder.write(content, to: URL(filePath: path).lastPathComponent)
        }
        let path = folder.path("a.omena")
        do {
            let database = try Database(path: path, in: self.files(at: path, way), now: .some)
            defer { try? database.close() }
            let leftover = try folder.contents.keys.filter { $0.hasSuffix("-import") }
            guard leftover.isEmpty else { return nil }
            let connection = try Connection(
                path: path,
                in: self.files(at: path, way),
                access: .read,
                applicationID: 0
            )
            guard try connection.rows("PRAGMA quick_check", [:], { $0.text(0) }) == ["ok"] else {
                return nil
            }
            let questions: [StaticString] = [
                "SELECT * FROM note ORDER BY id", "SELECT * FROM card ORDER BY id",
                "SELECT * FROM event ORDER BY card, moment, id",
                "SELECT * FROM note_tag ORDER BY note, folded_tag", "SELECT * FROM deck",
                "SELECT * FROM language_set", "SELECT name, seq FROM sqlite_sequence ORDER BY name",
                "SELECT name, sql FROM sqlite_schema ORDER BY name",
            ]
            return try questions.map { question in
                try connection.rows(question) { row in (0..<row.count).map { row.value($0) } }
            }
        } catch {
            return nil
        }
    }

    @Test(arguments: Way.allCases)
    func theLibraryIsAsBeforeOrAfter(way: Way) throws {
        let acknowledged = try recordImport(way)
        let before = try #require(try content(afterSteps: 0, way, seed: 0))
        let after = try #require(try content(afterSteps: disk.count, way, seed: 0))
        #expect(before[0].count == 50)
        #expect(after[0].count == 50 + Self.noteCount)
        var generator = SplitMix(seed: 9)
        var afterCount = 0

        for seed in 0..<Self.cutCount {
            // Half of the power cuts happen before the end, the others around it, where the file is replaced.
            let cuts =
                seed % 2 == 0
                ? 0...acknowledged : max(0, acknowledged - 20)...disk.count
            let count = Int.random(in: cuts, using: &generator)
            let content = try content(afterSteps: count, way, seed: UInt64(seed))
            #expect(
                content == after || (content == before && count < acknowledged),
                "\(way) after \(count) of \(disk.count) steps, seed \(seed)"
            )
            if content == after { afterCount += 1 }
        }
        #expect(afterCount > 0 && afterCount < Self.cutCount)
    }

    @Test(arguments: Way.allCases)
    func aMissingFlushWouldBeNoticed(way: Way) throws {
        _ = try recordImport(way)
        let before = try #require(try content(afterSteps: 0, way, seed: 0))
        let after = try #require(try content(afterSteps: disk.count, way, seed: 0))

        let damaged = try (0..<10).count { seed in
            let content = try content(
                afterSteps: disk.count,
                way,
                seed: UInt64(seed),
                isFlushing: false
            )
            return content != before && content != after
        }

        #expect(damaged > 3)
    }
}

/// Leaves sectors unencrypted.
private final class IdentityCipher: SectorCipher {
    func encrypt(_ sectors: UnsafeMutableRawBufferPointer, from first: UInt64) {}
    func decrypt(_ sectors: UnsafeMutableRawBufferPointer, from first: UInt64) {}
    func checksum(of content: UnsafeRawBufferPointer, page: UInt64) -> PageChecksum {
        PageChecksum(of: content, page: page)
    }
}
