import Foundation
import Library
import LibraryValues
import Notes
import SQLite
import Storage
import TestFolder
import TestLibrary
import Testing
import Vault

/// Where there was a library, its file is never replaced by a new one.
struct MissingLibraryTests {
    private let fresh: FreshLibrary
    private var folder: TemporaryFolder { fresh.folder }

    init() throws {
        fresh = try FreshLibrary(isPlain: true)
        try fresh.library.close()
    }

    private func open(_ key: VaultKey? = nil) throws(LibraryError) -> Library {
        let clock = fresh.clock
        return try Library.open(at: fresh.path, key: key) { clock.now }
    }

    /// The error of opening the library; checks that this changes no file.
    private func refusal(sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
        let before = try folder.contents
        let error = #expect(throws: LibraryError.self, sourceLocation: sourceLocation) {
            guard let locked = try LockedLibrary(at: fresh.path) else { return try open().close() }
            locked.close()
        }
        #expect(try folder.contents == before, sourceLocation: sourceLocation)
        return error?.description ?? ""
    }

    /// Leaves nothing but the file that a test is about.
    private func removeAll(except names: String...) throws {
        for name in try folder.contents.keys where !names.contains(where: name.hasPrefix) {
            try? FileManager.default.removeItem(atPath: folder.path(name))
        }
    }

    private func cut(to size: Int?) throws {
        guard let size else { return try FileManager.default.removeItem(atPath: fresh.path) }
        #expect(truncate(fresh.path, off_t(size)) == 0)
    }

    @discardableResult
    private func seal() throws -> (ring: OpenKeyRing, code: RecoveryCode) {
        let code = RecoveryCode()
        let ring = try OpenKeyRing(for: VaultKey(), .recoveryCode(code), named: "Paper", at: 0)
        try Library.change(at: fresh.path, .seal(ring))
        return (ring, code)
    }

    // MARK: - Missing and shortened files

    @Test(
        arguments: [
            "a.omena-keys", "a.omena-media", "a.omena-wal", "a.omena-backups", "a.omena-lock",
        ],
        [nil, 0]
    )
    func isNotReplacedBesideWhatIsLeft(trace: String, size: Int?) throws {
        let library = try open()
        _ = try library.backUp(.asked)
        _ = try library.putMedia(Array("GIF89a".utf8), named: "a.gif")
        try library.close()
        for name in ["a.omena-keys", "a.omena-wal"] { try folder.write([1, 2, 3], to: name) }
        try cut(to: size)
        try removeAll(except: trace, "a.omena-backups")
        if trace != "a.omena-backups" {
            try FileManager.default.removeItem(atPath: folder.path("a.omena-backups"))
        }
        if size != nil { try folder.write([], to: "a.omena") }

        let says = try refusal()

        #expect(says.contains("missing or empty"))
        #expect(says.contains(folder.path(trace)))
        let isRestorable = says.contains(
            "omena restore --library \(fresh.path) \(fresh.path)-backups/"
        )
        #expect(isRestorable == (trace == "a.omena-backups"))
    }

    @Test(arguments: [nil, 0, 4_096, 6_000])
    func aSealedOneIsNotReplaced(size: Int?) throws {
        let (ring, _) = try seal()
        let library = try open(ring.key)
        _ = try library.backUp(.asked)
        try library.close()
        let locked = try #require(try LockedLibrary(at: fresh.path))
        try cut(to: size)

        // It may happen while the library is locked.
        #expect(throws: LibraryError.self) {
            try locked.open(with: ring.key) { Moment(milliseconds: 0) }
        }
        locked.close()
        #expect(try refusal().contains("missing or empty"))
        #expect(throws: LibraryError.self) { try open(ring.key) }
    }

    @Test func anEmptyDatabaseIsNotFilledBesideBackups() throws {
        let library = try open()
        _ = try library.backUp(.asked)
        try library.close()
        let connection = try Connection(path: fresh.path, access: .write, applicationID: 0)
        try connection.execute(script: "DELETE FROM library")
        try connection.close()

        let error = #expect(throws: LibraryError.self) { try open() }

        #expect(error?.description.contains("missing or empty") == true)
    }

    @Test(arguments: [nil, 0])
    func isRestoredFromABackup(size: Int?) throws {
        let library = try open()
        _ = try library.makeDeck(named: #require(DeckName("Kept")), by: nil)
        let backup = try library.path(of: library.backUp(.asked).name)
        try library.close()
        try cut(to: size)

        let clock = fresh.clock
        let restoration = try Library.restore(from: backup, to: fresh.path) { clock.now }

        #expect(restoration.kept == nil)
        let restored = try open()
        defer { try? restored.close() }
        #expect(try restored.decks().contains { $0.name.text == "Kept" })
    }

    @Test func aShortenedSealedOneIsRestoredFromABackup() throws {
        let (ring, _) = try seal()
        let library = try open(ring.key)
        let backup = try library.path(of: library.backUp(.asked).name)
        try library.close()
        try cut(to: 4_096)

        let clock = fresh.clock
        _ = try Library.restore(from: backup, to: fresh.path, key: ring.key) { clock.now }

        try open(ring.key).close()
        #expect(try LockedLibrary.isSealed(fresh.path))
    }

    // MARK: - Other files in its place

    @Test(arguments: [true, false])
    func aPlainLibraryIsNotOpenedInPlaceOfASealedOne(hasKeys: Bool) throws {
        let plain = try #require(try folder.contents["a.omena"])
        try seal()
        try folder.write(plain, to: "a.omena")
        if !hasKeys { try FileManager.default.removeItem(atPath: folder.path("a.omena-keys")) }

        let says = try refusal()

        #expect(says.contains("it has no lock, but the library that belongs there has one"))
        #expect(says.contains("a.omena-keys") == hasKeys)
        // The file is what the learner wants after all.
        try? FileManager.default.removeItem(atPath: folder.path("a.omena-keys"))
        try FileManager.default.removeItem(atPath: folder.path("a.omena-lock"))
        try open().close()
    }

    @Test func aLibraryIsOpenedAgainOnceItsLockIsOff() throws {
        let (ring, _) = try seal()
        try open(ring.key).close()

        try Library.change(at: fresh.path, .unseal(ring.key))

        try open().close()
    }

    @Test func aLibraryWithASecondNameIsNotOpened() throws {
        #expect(link(fresh.path, folder.path("b.omena")) == 0)

        #expect(try refusal().contains("another name (a hard link)"))
        let error = #expect(throws: LibraryError.self) {
            try Library.open(at: folder.path("b.omena")) { Moment(milliseconds: 0) }
        }
        #expect(error?.description.contains("another name") == true)
        unlink(folder.path("b.omena"))
        try open().close()
        try seal()
        #expect(link(fresh.path, folder.path("b.omena")) == 0)
        #expect(try refusal().contains("another name (a hard link)"))
    }
}
