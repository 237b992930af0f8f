import Foundation
import Library
import LibraryValues
import Notes
import TestFolder
import TestLibrary
import Testing

@testable import Vault

struct SealingTests {
    private let fresh: FreshLibrary
    private let ring: OpenKeyRing
    private let code = RecoveryCode()

    /// The program ends after every disk operation in `make soak`, after every fourth otherwise.
    private let pace = ProcessInfo.processInfo.environment["OMENA_SOAK"] == nil ? 4 : 1

    /// Ends the program's work in a test.
    private struct Ended: Error {}

    private static let secret = "a secret nobody may read, 秘密"

    init() throws {
        fresh = try FreshLibrary(sealedWith: nil)
        ring = try OpenKeyRing(for: VaultKey(), .recoveryCode(code), named: "Paper", at: 1)
        let name = try #require(DeckName(Self.secret))
        _ = try fresh.library.makeDeck(named: name, by: nil)
        _ = try fresh.library.putMedia(Array("GIF89a \(Self.secret)".utf8), named: "a.gif")
        _ = try fresh.library.backUp(.asked)
        try fresh.library.close()
    }

    private var key: VaultKey { ring.key }

    private func open(_ key: VaultKey?) throws -> Library {
        let clock = fresh.clock
        return try Library.open(at: fresh.path, key: key) { clock.now }
    }

    /// The names of the files that contain the secret in the clear.
    private var readable: [String] {
        get throws {
            let words = [Data(Self.secret.utf8), Data("CREATE TABLE".utf8)]
            return try fresh.folder.contents.filter { _, content in
                words.contains { content.range(of: $0) != nil }
            }.keys.sorted()
        }
    }

    private var leftovers: [String] {
        get throws {
            try fresh.folder.contents.keys.filter {
                $0.hasSuffix("-plain") || $0.hasSuffix("-sealing")
            }
        }
    }

    private func check(_ library: Library) throws {
        #expect(try library.decks().contains { $0.name.text == Self.secret })
        #expect(try library.check().findings == [])
        #expect(try library.backups().count == 1)
        try library.close()
    }

    @Test func sealsEverythingAndOpensItAgain() throws {
        let names = try Set(fresh.folder.contents.keys)
        #expect(try !readable.isEmpty)
        var shares: [Double] = []

        try Library.change(at: fresh.path, .seal(ring)) { shares.append($0) }

        #expect(try readable == [])
        #expect(shares == shares.sorted())
        #expect(try Set(fresh.folder.contents.keys) == names.union(["a.omena-keys"]))
        #expect(throws: LibraryError.locked(path: fresh.path)) { try open(nil) }
        let start = try SealedPrefix(at: fresh.path)
        let opened = try KeyFile(ofLibrary: fresh.path).read(for: start.vault)
            .open(with: RecoveryCode(code.text))
        try check(open(opened.key))
        #expect(throws: LibraryError.locked(path: fresh.path)) {
            try Library.change(at: fresh.path, .seal(ring))
        }

        try Library.change(at: fresh.path, .unseal(opened.key))

        #expect(try Set(fresh.folder.contents.keys) == names)
        try check(open(nil))
    }

    /// A log that the file was restored without is kept, but not in the clear once there is a lock.
    @Test func wipesALogThatWasSetAside() throws {
        let log = fresh.folder.path("a.omena-wal-orphaned")
        try Data(Self.secret.utf8).write(to: URL(filePath: log))
        try check(open(nil))
        #expect(try readable.contains("a.omena-wal-orphaned"))

        try Library.change(at: fresh.path, .seal(ring)) { _ in }

        #expect(try readable == [])
    }

    /// The program may end between any two disk operations.
    @Test func interruptedSealingLosesNothingAndLeavesNothingInTheClear() throws {
        var (limit, isDone) = (-pace, false)
        while !isDone {
            limit += pace
            isDone = try end(after: limit) {
                try Library.change(at: fresh.path, .seal(ring), step: $0)
            }
            if let library = try? open(nil) {
                try check(library)
            } else {
                // Even before the library is unlocked, only files that were not reached yet are in the clear.
                #expect(try leftovers == [])
                try check(open(key))
                #expect(try readable == [], "after \(limit) steps")
                try Library.change(at: fresh.path, .unseal(key))
            }
            #expect(try leftovers == [])
        }
    }

    @Test func interruptedUnsealingLosesNothing() throws {
        try Library.change(at: fresh.path, .seal(ring))
        var (limit, isDone) = (-pace, false)
        while !isDone {
            limit += pace
            isDone = try end(after: limit) {
                try Library.change(at: fresh.path, .unseal(key), step: $0)
            }
            guard !isDone else { break }
            guard (try? open(nil).close()) == nil else { continue }
            try check(open(key))
            #expect(try readable == [], "after \(limit) steps")
        }
        try check(open(nil))
        #expect(try leftovers == [])
    }

    @Test func interruptedKeyChangeLosesNothing() throws {
        try Library.change(at: fresh.path, .seal(ring))
        let keys = KeyFile(ofLibrary: fresh.path)
        var (code, limit, isDone) = (self.code, -pace, false)
        while !isDone {
            limit += pace
            let old = try keys.read(for: nil).open(with: code).key
            let next = RecoveryCode()
            let ring = try OpenKeyRing(
                for: VaultKey(replacing: old),
                .recoveryCode(next),
                named: "Paper",
                at: 2
            )
            isDone = try end(after: limit) {
                try Library.change(at: fresh.path, .reseal(ring), step: $0)
            }
            if limit > 0 { code = next }
            #expect(try readable == [])
            let opened = try keys.read(for: SealedPrefix(at: fresh.path).vault).open(with: code)
            #expect(opened.key.earlier.isEmpty == (isDone || limit == 0))
            try check(open(opened.key))
            if limit > 0 {
                #expect(throws: VaultError.wrongRecoveryCode) {
                    try keys.read(for: nil).open(with: self.code)
                }
            }
        }
        let old = key
        #expect(throws: LibraryError.self) { try open(old) }
        #expect(try leftovers == [])
    }

    /// Runs some work and ends it after this many steps; returns whether it was complete before.
    private func end(
        after limit: Int,
        _ work: (@escaping () throws -> Void) throws -> Void
    ) throws -> Bool {
        nonisolated(unsafe) var count = 0
        do {
            try work {
                count += 1
                if count > limit { throw Ended() }
            }
            return true
        } catch LibraryError.failed(_) {
            return false
        }
    }

    /// SQLite's journals of a copy in the clear contain pages of it.
    @Test func wipesTheJournalsOfAnInterruptedCopy() throws {
        try Library.change(at: fresh.path, .seal(ring))
        let backups = try fresh.folder.contents.keys.filter { $0.hasSuffix("-asked.omena") }
        for name in ["a.omena", "a.omena-media"] + backups {
            for ending in ["-sealing-journal", "-sealing-wal", "-plain-journal"] {
                try fresh.folder.write(Self.secret.utf8, to: name + ending)
            }
        }
        #expect(try !readable.isEmpty)

        try LockedLibrary(at: fresh.path)?.close()

        #expect(try readable == [])
    }

    @Test func sealsNothingIfABackupIsUnreadable() throws {
        let folder = "\(fresh.path)-backups"
        let backup = try #require(
            try FileManager.default.contentsOfDirectory(atPath: folder)
                .first { $0.hasSuffix(".omena") }
        )
        try Data("no library".utf8).write(to: URL(filePath: "\(folder)/\(backup)"))

        let error = #expect(throws: LibraryError.self) {
            try Library.change(at: fresh.path, .seal(ring))
        }

        #expect(error?.description.contains(backup) == true)
        try open(nil).close()
    }
}
