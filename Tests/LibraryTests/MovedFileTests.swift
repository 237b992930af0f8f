import Foundation
import Library
import LibraryValues
import Notes
import Storage
import TestFolder
import TestLibrary
import Testing

/// Nothing is acknowledged that is written to a file that nobody will find again.
struct MovedFileTests {
    private let fresh: FreshLibrary
    private var library: Library { fresh.library }

    init() throws { fresh = try FreshLibrary() }

    private func makeDeck(_ name: String) throws {
        _ = try library.makeDeck(named: #require(DeckName(name)), by: nil)
    }

    private func path(_ ending: String) -> String { fresh.path + ending }

    @Test(arguments: ["", "-wal"])
    func refusesChangesUntilTheFileIsBack(ending: String) throws {
        try makeDeck("Before")
        try FileManager.default.moveItem(atPath: path(ending), toPath: path("-away"))

        #expect(throws: LibraryError.moved(path: fresh.path)) { try makeDeck("Lost") }
        try FileManager.default.moveItem(atPath: path("-away"), toPath: path(ending))
        try makeDeck("After")

        #expect(try library.check().findings == [])
    }

    @Test(arguments: ["", "-wal"])
    func refusesChangesWhereAnotherFileHasTheName(ending: String) throws {
        try makeDeck("Before")
        let content = try Data(contentsOf: URL(filePath: path(ending)))
        try FileManager.default.moveItem(atPath: path(ending), toPath: path("-away"))
        try content.write(to: URL(filePath: path(ending)))

        #expect(throws: LibraryError.moved(path: fresh.path)) { try makeDeck("Lost") }
    }

    @Test func refusesChangesOnceItsFolderIsMoved() throws {
        let folder = fresh.folder.url.path(percentEncoded: false)
        let other = folder + "-moved"
        try FileManager.default.moveItem(atPath: folder, toPath: other)
        defer { try? FileManager.default.moveItem(atPath: other, toPath: folder) }

        #expect(throws: LibraryError.moved(path: fresh.path)) { try makeDeck("Lost") }
    }

    /// Copies an earlier state of the file over it while the library is open, as `cp` does: the file stays, its content does not.
    ///
    /// The earlier state lacks the deck Lost, which is in the log that is left.
    private func overwrite() throws {
        try makeDeck("Before")
        try library.close()
        let content = try Data(contentsOf: URL(filePath: fresh.path))
        try fresh.reopen { writer in
            let name = try #require(DeckName("Between"))
            try writer.insert(Deck(id: DeckID(rawValue: 5), name: name), at: fresh.clock.now)
        }
        try makeDeck("Lost")
        let file = try FileHandle(forWritingTo: URL(filePath: fresh.path))
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: content)
        try file.close()
        try library.close()
    }

    private func open(_ path: String) throws -> Library {
        let clock = fresh.clock
        return try Library.open(at: path, key: fresh.key) { clock.now }
    }

    private func expectEarlierState(of library: Library) throws {
        let names = try library.decks().map(\.name.text)
        #expect(names.contains("Before") && !names.contains("Between") && !names.contains("Lost"))
        #expect(try library.check().findings == [])
    }

    @Test func isNotOpenedWithTheLogOfWhatItHeldBefore() throws {
        try overwrite()
        let content = try Data(contentsOf: URL(filePath: fresh.path))

        let error = #expect(throws: LibraryError.self) { try open(fresh.path) }

        #expect(error?.description.contains("or delete \(path("-wal")) to keep the file") == true)
        #expect(try Data(contentsOf: URL(filePath: fresh.path)) == content)
        try FileManager.default.removeItem(atPath: path("-wal"))
        let opened = try open(fresh.path)
        defer { try? opened.close() }
        try expectEarlierState(of: opened)
        // What is written from now on belongs to the file, even if a power cut leaves it in the log.
        _ = try opened.makeDeck(named: #require(DeckName("After")), by: nil)
        for ending in ["", "-wal", "-lock"] {
            let copy = fresh.folder.path("b.omena" + ending)
            try FileManager.default.copyItem(atPath: path(ending), toPath: copy)
        }
        let copy = try open(fresh.folder.path("b.omena"))
        defer { try? copy.close() }
        #expect(try copy.decks().contains { $0.name.text == "After" })
    }

    @Test func isRestoredBesideTheLogOfWhatItHeldBefore() throws {
        try makeDeck("Saved")
        let backup = fresh.folder.path("copy.omena")
        _ = try library.backUp(to: backup)
        try overwrite()
        let log = try Data(contentsOf: URL(filePath: path("-wal")))

        let clock = fresh.clock
        let restoration = try Library.restore(
            from: backup,
            to: fresh.path,
            key: fresh.key
        ) { clock.now }

        let restored = try open(fresh.path)
        defer { try? restored.close() }
        let names = try restored.decks().map(\.name.text)
        #expect(names.contains("Saved") && !names.contains("Before"))
        #expect(try restored.check().findings == [])
        #expect(try Data(contentsOf: URL(filePath: path("-wal-orphaned"))) == log)
        // What the file held is a backup, without anything from the log.
        _ = try restored.restore(try #require(restoration.kept))
        try expectEarlierState(of: restored)
    }

    @Test func doesNotRestoreABackupIntoANewFile() throws {
        let backup = try library.backUp(to: fresh.folder.path("copy.omena"))
        #expect(backup > 0)
        try FileManager.default.removeItem(atPath: fresh.path)

        #expect(throws: LibraryError.self) {
            try library.restore(from: fresh.folder.path("copy.omena"))
        }
        #expect(!FileManager.default.fileExists(atPath: fresh.path))
    }
}
