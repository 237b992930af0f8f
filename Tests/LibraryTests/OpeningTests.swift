import Foundation
import Library
import LibraryValues
import Notes
import Recall
import SQLite
import Storage
import TestFolder
import Testing

struct OpeningTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func open(_ name: String) throws(LibraryError) -> Library {
        try Library.open(at: folder.path(name)) { Moment(milliseconds: 1_768_392_000_000) }
    }

    /// The error of opening a file; checks that the folder is unchanged.
    private func refusal(_ name: String) throws -> LibraryError? {
        let before = try folder.contents
        let error = #expect(throws: LibraryError.self) { try open(name) }
        #expect(try folder.contents == before)
        #expect(error.map { $0.description.contains("\n") } == false)
        return error
    }

    // MARK: - Libraries

    @Test func keepsItsIdentityWhenReopened() throws {
        let first = try open("a.omena")
        try first.close()
        let second = try open("a.omena")
        defer { try? second.close() }
        let other = try open("b.omena")
        defer { try? other.close() }

        #expect(first.identity.id.utf8.count == 22)
        #expect(first.identity.epoch == 1)
        #expect(second.identity == first.identity)
        #expect(other.identity.id != first.identity.id)
    }

    @Test func turnsAnEmptyFileIntoALibrary() throws {
        try folder.write([], to: "a.omena")

        let library = try open("a.omena")
        defer { try? library.close() }

        #expect(try library.home(timeZoneOffset: 0).decks.count == 2)
    }

    @Test func leavesNothingOpenWhenClosed() throws {
        let library = try open("a.omena")
        let card = try #require(try library.deal(.learn, Source(deck: "First words"))?.cards.first)
        let event = Event(
            id: EventID(rawValue: 1),
            note: card.note,
            face: card.face,
            kind: .practice(.good),
            moment: Moment(milliseconds: 1_768_392_000_000),
            offset: 0,
            duration: 1,
            mode: .learn
        )
        #expect(try library.record([event, event]) == [.stored, .known])
        _ = try library.home(timeZoneOffset: 0)
        #expect(try !library.isPaired(token: try library.pair(name: "Phone") + "x"))
        _ = try library.media(try library.putMedia([1, 2, 3], named: "a.png"))

        try library.close()
        try library.close()

        // An open statement would prevent the final checkpoint of the write-ahead log.
        let names = try folder.contents.keys.sorted()
        #expect(names == ["a.omena", "a.omena-lock", "a.omena-media"])
        let error = #expect(throws: LibraryError.self) { try library.home(timeZoneOffset: 0) }
        #expect(error?.description.contains("closed") == true)
    }

    @Test func isReadableOnlyByItsOwner() throws {
        let library = try open("a.omena")
        defer { try? library.close() }
        _ = try library.putMedia([1], named: "a")

        for name in try folder.contents.keys {
            var status = stat()
            #expect(stat(folder.path(name), &status) == 0)
            #expect(status.st_mode & 0o077 == 0, "\(name)")
        }
    }

    @Test func acceptsANameThatLooksLikeASQLiteURI() throws {
        let library = try open("file:a?mode=memory")
        try library.close()

        #expect(try folder.contents.keys.contains("file:a?mode=memory"))
    }

    // MARK: - Refusals

    @Test func leavesOtherFilesUnchanged() throws {
        let contents = [
            "Dear diary", String(repeating: "x", count: 5_000), "\0", "SQLite format 3\0",
            "SQLite format 3\0" + String(repeating: "\0", count: 200),
        ]

        for content in contents {
            try folder.write(content.utf8, to: "a.omena")
            #expect(try refusal("a.omena") == .notALibrary(path: folder.path("a.omena")))
        }
    }

    @Test func leavesOtherDatabasesUnchanged() throws {
        let connection = try Connection(
            path: folder.path("a.omena"),
            access: .write,
            applicationID: 0
        )
        try connection.execute(
            script: "CREATE TABLE note (id INTEGER); INSERT INTO note VALUES (1)"
        )
        try connection.close()

        #expect(try refusal("a.omena") == .notALibrary(path: folder.path("a.omena")))
    }

    @Test func leavesALibraryOfALaterVersionUnchanged() throws {
        try open("a.omena").close()
        var bytes = try #require(try folder.contents["a.omena"])
        bytes[63] += 1
        try folder.write(bytes, to: "a.omena")

        #expect(try refusal("a.omena") == .newerVersion(path: folder.path("a.omena")))
    }

    @Test func cannotBeOpenedTwice() throws {
        let library = try open("a.omena")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link.omena"),
            withDestinationPath: "a.omena"
        )

        #expect(try refusal("a.omena") == .inUse(path: folder.path("a.omena")))
        #expect(try refusal("link.omena") == .inUse(path: folder.path("a.omena")))
        try library.close()
        try open("link.omena").close()
    }

    @Test func refusesAFolder() throws {
        try FileManager.default.createDirectory(
            atPath: folder.path("folder"),
            withIntermediateDirectories: false
        )

        for name in ["folder", "folder/"] {
            let error = try refusal(name)
            #expect(
                error?.description.contains("it is a folder") == true,
                "\(name): \(error as Any)"
            )
        }
    }

    @Test func createsNoFolder() throws {
        let error = try refusal("missing/a.omena")

        #expect(error?.description.contains("its folder does not exist; make it") == true)
    }

    @Test func reportsAPathThroughAFile() throws {
        try folder.write("x".utf8, to: "file")

        let error = try refusal("file/a.omena")

        #expect(error?.description.contains("a part of its path is a file") == true)
    }

    @Test func reportsAFolderThatCannotBeWritten() {
        let error = #expect(throws: LibraryError.self) {
            try Library.open(at: "/proc/a.omena") { Moment(milliseconds: 0) }
        }

        #expect(error?.description.hasPrefix("/proc/a.omena cannot be opened: ") == true)
    }

    @Test func refusesInvalidNames() {
        for path in ["", "a\0b"] {
            let error = #expect(throws: LibraryError.self) {
                try Library.open(at: path) { Moment(milliseconds: 0) }
            }
            #expect(error?.description.contains("no name of a file") == true)
        }
    }

    @Test func doesNotWaitForAPipe() throws {
        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)

        let error = #expect(throws: LibraryError.self) { try open("pipe") }

        #expect(error == .notALibrary(path: folder.path("pipe")))
    }

    @Test func errorsContainNoControlCharacters() throws {
        try folder.write("Dear diary".utf8, to: "a\n\u{1B}[31mb")

        let error = try refusal("a\n\u{1B}[31mb")

        #expect(
            error?.description.contains("a\u{FFFD}\u{FFFD}[31mb is not an Omena library") == true
        )
    }

    @Test func closesADamagedFile() throws {
        try open("a.omena").close()
        let whole = try #require(try folder.contents["a.omena"])
        var torn = whole
        torn.replaceSubrange(100..<8_192, with: repeatElement(0xff, count: 8_092))
        try folder.write(torn, to: "a.omena")

        let error = #expect(throws: LibraryError.self) { try open("a.omena") }
        #expect(error?.description.contains("restore a backup") == true)

        try folder.write(whole, to: "a.omena")
        try open("a.omena").close()
    }
}
