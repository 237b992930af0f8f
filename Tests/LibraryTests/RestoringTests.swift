import Foundation
import Languages
import Library
import LibraryValues
import Notes
import SQLite
import Storage
import TestFolder
import TestLibrary
import Testing

struct RestoringTests {
    private let fresh: FreshLibrary
    private var library: Library { fresh.library }

    init() throws { fresh = try FreshLibrary() }

    private func makeDeck(_ name: String) throws {
        _ = try library.makeDeck(named: #require(DeckName(name)), by: nil)
    }

    private var decks: [String] {
        get throws { try library.decks().map(\.name.text) }
    }

    @Test func restoresTheContentOfTheBackup() throws {
        try makeDeck("Kept")
        let before = try dump(fresh.path)
        let backup = try library.backUp(.asked)
        try makeDeck("Later")
        let token = try library.pair(name: "Phone")

        let restoration = try library.restore(backup.name)

        #expect(try !decks.contains("Later"))
        #expect(try dump(fresh.path) == before)
        #expect(library.identity.epoch == 2)
        #expect(restoration.identity == library.identity)
        // The paired browsers are not restored.
        #expect(try library.isPaired(token: token))
        try fresh.reopen()
        #expect(fresh.library.identity.epoch == 2)
        #expect(try fresh.library.check().findings == [])
    }

    @Test func aFileInPlaceOfTheFolderOfBackupsIsNamed() throws {
        let folder = "\(fresh.path)-backups"
        try? FileManager.default.removeItem(atPath: folder)
        try Data().write(to: URL(filePath: folder))

        let refusal = LibraryError.cannotOpen(
            path: folder,
            reason: "a part of its path is a file; choose another with --library."
        )
        #expect(throws: refusal) { try library.backUp(.asked) }
    }

    @Test func aTestRestoreIsMadeOnceAWeekAndLeavesNothingBehind() throws {
        let day: Int64 = 86_400_000
        #expect(try library.testLatestBackupIfDue() == nil)
        try makeDeck("Kept")
        let before = try dump(fresh.path)
        let backup = try library.backUp(.asked)

        let test = try #require(try library.testLatestBackupIfDue())
        #expect(test.backup == backup.name)
        guard case .restored(_, missingMedia: 0) = test.outcome else {
            Issue.record("\(test)")
            return
        }
        #expect(library.testRestore() == test)
        #expect(try Library.testRestore(ofLibraryAt: fresh.path) == test)
        fresh.clock.advance(by: 6 * day)
        #expect(try library.testLatestBackupIfDue() == nil)
        fresh.clock.advance(by: 1 * day)
        #expect(try library.testLatestBackupIfDue()?.outcome == test.outcome)

        #expect(try dump(fresh.path) == before)
        let files = try FileManager.default.contentsOfDirectory(atPath: fresh.path + "-backups")
        #expect(files.sorted() == ["\(backup.name).omena", "test.json"].sorted())
    }

    @Test func aBackupThatCannotBeRestoredIsFollowedByAnother() throws {
        try makeDeck("Kept")
        let backup = try library.backUp(.asked)
        let path = library.path(of: backup.name)
        let file = try #require(FileHandle(forUpdatingAtPath: path))
        // The pages after the first three.
        try file.seek(toOffset: 3 * 4096)
        try file.write(contentsOf: Data(repeating: 0x55, count: backup.bytes - 3 * 4096))
        try file.close()
        fresh.clock.advance(by: 1)

        let test = try #require(try library.testLatestBackupIfDue())

        #expect(test.hasFailed)
        #expect(try library.backups().count == 2)
        // After a failure the test is repeated the next time.
        let next = try #require(try library.testLatestBackupIfDue())
        #expect(next.backup != backup.name)
        #expect(!next.hasFailed)
    }

    @Test func backsUpTheReplacedLibrary() throws {
        let backup = try library.backUp(.asked)
        try makeDeck("Later")

        let kept = try #require(try library.restore(backup.name).kept)
        #expect(try !decks.contains("Later"))
        _ = try library.restore(kept)

        #expect(try decks.contains("Later"))
        #expect(library.identity.epoch == 3)
    }

    @Test func restoredNotesAreFoundBySearches() throws {
        let backup = try library.backUp(.asked)
        try makeDeck("Later")
        let draft = NoteDraft(
            type: NoteType.basic.id,
            deck: try #require(try library.decks().first).id,
            values: [
                .number(1): NoteDraft.Value("zyzzyva"), .number(2): NoteDraft.Value("x"),
            ]
        )
        _ = try library.save(draft, by: nil)
        #expect(try library.notes(matching: "*yzzyv*", limit: 9).count == 1)

        _ = try library.restore(backup.name)

        #expect(try library.notes(matching: "*yzzyv*", limit: 9).isEmpty)
        _ = try library.save(draft, by: nil)
        #expect(try library.notes(matching: "*yzzyv*", limit: 9).count == 1)
        #expect(try library.check().findings == [])
    }

    @Test func storesPicturesOnceForAllBackups() throws {
        let picture = [UInt8](repeating: 7, count: 3_000_000)
        let hash = try library.putMedia(picture, named: "a.png")
        let first = try library.backUp(.asked)
        _ = try library.backUp(.asked)
        try library.close()
        try FileManager.default.removeItem(atPath: fresh.path + "-media")
        let stored = try fresh.folder.contents.filter { $0.key.contains("backups") }
        #expect(stored.values.map(\.count).filter { $0 > 3_000_000 }.count == 1)
        #expect(
            stored.filter { $0.key.hasSuffix(".omena") }.values.allSatisfy { $0.count < 2_000_000 }
        )
        try fresh.reopen()

        _ = try fresh.library.restore(first.name)

        #expect(try fresh.library.media(hash) == picture)
    }

    @Test func createsABackupAnywhere() throws {
        let hash = try library.putMedia([1, 2, 3], named: "a.png")
        let path = fresh.folder.path("elsewhere")

        let size = try library.backUp(to: path)

        #expect(size > 100_000)
        #expect(throws: LibraryError.refused("\(path) already exists. Choose another file name.")) {
            try library.backUp(to: path)
        }
        let folder = try TemporaryFolder()
        let restored = folder.path("b.omena")
        let clock = fresh.clock
        let key = fresh.key
        let restoration = try Library.restore(from: path, to: restored, key: key) { clock.now }
        #expect(restoration.kept == nil)
        #expect(restoration.missingMedia == 0)
        let other = try Library.open(at: restored, key: key) { clock.now }
        #expect(try other.media(hash) == [1, 2, 3])
        #expect(try other.decks() == library.decks())
        // No other file was created beside it, not even a write-ahead log.
        #expect(try fresh.folder.contents.keys.filter { $0.hasPrefix("elsewhere") }.count == 2)
        try other.close()
    }

    @Test func refusesFilesThatAreNoBackup() throws {
        try fresh.folder.write("hello, this is a diary".utf8, to: "diary.txt")
        try fresh.folder.write([], to: "empty")
        let before = try decks
        for (name, words) in [
            ("diary.txt", "isn’t an Omena library"), ("empty", "isn’t an Omena library"),
            ("nowhere", "doesn’t exist"),
        ] {
            let error = #expect(throws: LibraryError.self) {
                try library.restore(from: fresh.folder.path(name))
            }
            #expect(error?.description.contains(words) == true)
        }

        #expect(try decks == before)
        #expect(library.identity.epoch == 1)
        #expect(try library.backups().isEmpty)
        #expect(try fresh.folder.contents.keys.allSatisfy { !$0.contains("restoring") })
    }

    @Test func refusesADamagedBackup() throws {
        let path = fresh.folder.path("copy")
        _ = try library.backUp(to: path)
        var bytes = try Data(contentsOf: URL(filePath: path))
        for place in stride(from: 4_096 * 5, to: bytes.count, by: 4_096) {
            bytes.replaceSubrange(place..<place + 64, with: repeatElement(0xEE, count: 64))
        }
        try bytes.write(to: URL(filePath: path))

        let error = #expect(throws: LibraryError.self) { try library.restore(from: path) }

        #expect(error?.description.contains("damaged") == true)
        #expect(try library.check().findings == [])
    }

    @Test func replacesADamagedLibrary() throws {
        try makeDeck("Kept")
        let backup = try library.backUp(.asked)
        try library.close()
        var bytes = try Data(contentsOf: URL(filePath: fresh.path))
        bytes.replaceSubrange(0..<16, with: repeatElement(0, count: 16))
        try bytes.write(to: URL(filePath: fresh.path))
        let (clock, key) = (fresh.clock, fresh.key)
        let source = "\(fresh.path)-backups/\(backup.name).omena"

        let restoration = try Library.restore(from: source, to: fresh.path, key: key) { clock.now }

        let kept = try #require(restoration.kept)
        #expect(try Data(contentsOf: URL(filePath: "\(fresh.path)-backups/\(kept).omena")) == bytes)
        let restored = try Library.open(at: fresh.path, key: key) { clock.now }
        #expect(try restored.decks().map(\.name.text).contains("Kept"))
        #expect(restored.identity.epoch > 1_000_000)
        #expect(try restored.check().findings == [])
        try restored.close()
    }

    @Test func createsABackupForEachDayOfUse() throws {
        try library.performDailyMaintenance()
        #expect(try library.backups().isEmpty)

        try makeDeck("First")
        try library.performDailyMaintenance()
        fresh.clock.advance(by: 86_400_000)
        try library.performDailyMaintenance()
        try makeDeck("Second")
        fresh.clock.advance(by: 86_400_000)
        try library.performDailyMaintenance()

        #expect(try library.backups().map(\.name.reason) == [.day, .day])
    }
}
