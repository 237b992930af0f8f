import Foundation
import LibraryValues
import Notes
import SQLite
import TestChance
import TestFolder
import TestLibrary
import Testing

@testable import Library
@testable import Storage

/// A library in which nothing was done yet becomes a copy of another one.
struct FirstCopyTests {
    private let folder: TemporaryFolder
    private let here: SyncReplica
    private let there: SyncReplica

    init() throws {
        folder = try TemporaryFolder()
        (here, there) = try SyncReplica.pair(in: folder)
    }

    /// The tables of which a first copy has rows because it is one replica's file.
    private static let copied: Set = [
        "migration", "library", "replica", "fact", "event_origin", "parked", "merged",
    ]

    private func rows(of table: String, _ library: Library) throws -> Int {
        try library.database.read { reader in
            var count = 0
            try reader.connection.forEach(SQL(trusted: "SELECT count(*) FROM \(table)")) { row in
                count = row.int(0)
            }
            return count
        }
    }

    @Test func aFirstCopyHasNothingThatIsLocal() throws {
        let library = here.library
        _ = try library.pair(name: "browser")
        _ = try library.client("program")
        _ = try library.pairPeer(name: "phone")
        var chance = SplitMix(seed: 1)
        let note = try here.notes()[0]
        _ = try library.record([here.review(note, &chance)])
        try library.recordKnowledge(timeZoneOffset: 0)
        var batch = ImportBatch(
            file: "a.json",
            into: try #require(DeckName("Imports")),
            notes: [
                ImportNote(.none, type: NoteType.basicAndReversed.id, values: [1: FieldValue("a")])
            ]
        )
        batch.storedFile = ImportFile(bytes: [1, 2, 3])
        _ = try library.importNotes(of: batch, by: nil)
        // Only notes with the ID of another program have an alias.
        _ = try library.database.write { writer in
            try writer.connection.run(
                "INSERT INTO alias (kind, number, owner, face) VALUES (0, 1, :note, '')",
                ["note": note]
            )
        }
        for name in ["One", "Two"] {
            _ = try there.library.makeDeck(named: #require(DeckName(name)), by: nil)
        }
        let vector = try here.vector(toldTo: there)
        let page = try #require(try there.library.syncPage(after: vector, limit: 1))
        _ = try here.merge(page.bytes, from: there)
        let local = SyncMap.tables.filter { $0.columns.values.allSatisfy { $0 == .local } }
            .map(\.name).filter { !Self.copied.contains($0) }
        for table in local { #expect(try rows(of: table, library) > 0, "\(table)") }

        let copy = try #require(try library.firstCopy())
        let path = folder.path("new.omena")
        try SyncTemplate.unused.write(to: URL(filePath: path))
        let new = try SyncReplica(path: path, number: 2, skew: 0)
        #expect(try new.adopt(copy))

        for table in local { #expect(try rows(of: table, new.library) == 0, "\(table)") }
        try new.library.close()
    }

    @Test func aFirstCopyLacksWhatIsWrittenWhileItIsSent() throws {
        let copy = try #require(try here.library.firstCopy())
        _ = try here.library.makeDeck(named: #require(DeckName("Before")), by: nil)
        let path = folder.path("new.omena")
        try SyncTemplate.unused.write(to: URL(filePath: path))
        let new = try SyncReplica(path: path, number: 2, skew: 0)
        let received = try new.library.receiveFirstCopy()
        let first = try #require(try copy.next())
        try first.withUnsafeBytes { try received.take($0) }

        _ = try here.library.makeDeck(named: #require(DeckName("Meanwhile")), by: nil)
        while let next = try copy.next() { try next.withUnsafeBytes { try received.take($0) } }

        #expect(try new.library.adopt(received))
        let names = try new.library.decks().map(\.name.text)
        #expect(names.contains("Before") && !names.contains("Meanwhile"))
        try new.pull(from: here)
        #expect(try new.library.decks().contains { $0.name.text == "Meanwhile" })
        try new.library.close()
    }

    @Test func aFirstCopyThatNobodyTakesKeepsNothingOpen() throws {
        var copy = try here.library.firstCopy()
        _ = try copy?.next()
        copy = nil

        try here.library.close()

        #expect(!FileManager.default.fileExists(atPath: here.path + "-wal"))
        try here.open()
    }

    @Test func aLibraryThatBecomesACopyKeepsNothingThatIsShared() throws {
        let path = folder.path("new.omena")
        try SyncTemplate.unused.write(to: URL(filePath: path))
        let new = try SyncReplica(path: path, number: 2, skew: 0)
        let shared = SyncMap.tables.filter { !$0.columns.values.allSatisfy { $0 == .local } }
            .map(\.name).filter { $0 != "setting" }

        _ = try new.library.makeDeck(named: #require(DeckName("Undoable")), by: nil)

        try new.library.database.write { try $0.empty(toBecome: "another") }

        // The index of words is empty with the notes, and what it was made of stays.
        for table in shared where table != "word" {
            #expect(try rows(of: table, new.library) == 0, "\(table)")
        }
        for table in ["fact", "event_origin", "parked", "merged", "journal"] {
            #expect(try rows(of: table, new.library) == 0, "\(table)")
        }
        try new.library.close()
    }

    @Test func aNewLibraryBecomesACopy() throws {
        let clock = TestClock()
        let path = folder.path("new.omena")
        try Library.openNew(at: path) { clock.now }.close()
        let copy = try SyncReplica(path: path, number: 2, skew: 0)
        let new = copy.library
        #expect(try new.syncState().library == nil)
        #expect(try new.syncState().vector == SyncVector())

        try copy.pull(from: here, limit: 1_000)

        #expect(new.identity.id == here.library.identity.id)
        #expect(try copy.content() == here.content())
        try new.close()
    }
}
