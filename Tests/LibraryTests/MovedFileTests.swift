import Foundation
import Library
import LibraryValues
import Notes
import TestFolder
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
