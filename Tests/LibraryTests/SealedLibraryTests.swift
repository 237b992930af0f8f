import Foundation
import Library
import LibraryValues
import Notes
import TestFolder
import TestLibrary
import Testing
import Vault

/// A sealed library works like any other, but is readable only with its key.
struct SealedLibraryTests {
    private let fresh: FreshLibrary
    private let key = VaultKey()

    init() throws { fresh = try FreshLibrary(sealedWith: key) }

    /// Texts that no file may contain; a file with any of them contains one of the parts that all share.
    private static let secrets = (0..<100).map { "\(parts[0]) \($0), \(parts[1]) \($0)" }
    /// Long enough not to be among a million random bytes, of which a sealed file consists.
    private static let parts = ["a secret nobody may read, number", "誰にも読めない秘密"]

    private func writeSecrets() throws {
        for secret in Self.secrets {
            _ = try fresh.library.makeDeck(named: #require(DeckName(secret)), by: nil)
        }
    }

    private func readable(in folder: TemporaryFolder) throws -> Set<String> {
        let words = Self.parts.flatMap { part in
            [Data(part.utf8), part.data(using: .utf16LittleEndian) ?? Data()]
        }
        let texts = words + [Data("CREATE TABLE".utf8), Data("First questions".utf8)]
        var names: Set<String> = []
        for (name, content) in try folder.contents
        where texts.contains(where: { content.range(of: $0) != nil }) {
            names.insert(name)
        }
        return names
    }

    @Test func leavesNothingReadableInItsFolder() throws {
        try writeSecrets()
        let picture = Array("GIF89a a secret nobody may read, number 1, 誰にも読めない秘密 1".utf8)
        let hash = try fresh.library.putMedia(picture, named: "a.gif")
        let backup = try fresh.library.backUp(.asked)
        let size = try fresh.library.backUp(to: fresh.folder.path("copy"))
        #expect(size > 100_000)
        #expect(try readable(in: fresh.folder) == [])

        try fresh.reopen()

        #expect(try readable(in: fresh.folder) == [])
        #expect(try fresh.library.media(hash) == picture)
        #expect(try fresh.library.check().findings == [])
        #expect(try fresh.library.backups() == [backup])
    }

    @Test func opensOnlyWithItsKey() throws {
        try fresh.library.close()
        let (path, clock) = (fresh.path, fresh.clock)

        #expect(throws: LibraryError.locked(path: path)) {
            try Library.open(at: path) { clock.now }
        }
        let reason = "it is locked with the keys of another library."
        #expect(throws: LibraryError.cannotOpen(path: path, reason: reason)) {
            try Library.open(at: path, key: VaultKey()) { clock.now }
        }
        try fresh.reopen()
    }

    @Test func restoresASealedBackupAndAPlainOne() throws {
        let plain = try FreshLibrary(sealedWith: nil)
        let path = plain.folder.path("plain")
        _ = try plain.library.backUp(to: path)
        let decks = try fresh.library.decks()
        let sealed = fresh.folder.path("sealed")
        _ = try fresh.library.backUp(to: sealed)

        for _ in 0..<2 {
            _ = try fresh.library.restore(from: path)
            _ = try fresh.library.restore(from: sealed)
        }

        #expect(try fresh.library.decks() == decks)
        #expect(try readable(in: fresh.folder) == [])
        #expect(throws: LibraryError.locked(path: sealed)) {
            try plain.library.restore(from: sealed)
        }
    }

    @Test func replacesADamagedSealedLibrary() throws {
        let backup = try fresh.library.backUp(.asked)
        try fresh.library.close()
        var bytes = try Data(contentsOf: URL(filePath: fresh.path))
        bytes.replaceSubrange(100..<116, with: repeatElement(0, count: 16))
        try bytes.write(to: URL(filePath: fresh.path))
        let (source, clock) = ("\(fresh.path)-backups/\(backup.name).omena", fresh.clock)
        #expect(throws: LibraryError.damaged(path: fresh.path, reason: "its first bytes")) {
            try Library.open(at: fresh.path, key: key) { clock.now }
        }

        let restoration = try Library.restore(from: source, to: fresh.path, key: key) { clock.now }

        #expect(restoration.kept != nil)
        try fresh.reopen()
        #expect(try fresh.library.check().findings == [])
    }

    @Test func recordsAnswersLikeAPlainLibrary() throws {
        let card = try fresh.firstCard()
        let answers = [fresh.answer(1, to: card), fresh.answer(2, to: card)]
        #expect(try fresh.library.record(answers) == [.stored, .stored])

        try fresh.reopen()

        #expect(try fresh.library.record(answers) == [.known, .known])
    }
}
