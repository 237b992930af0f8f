import Foundation
import Library
import LibraryValues
import Notes
import SQLite
import Storage
import TestFolder
import TestLibrary
import Testing

/// A library that defines anything that Omena did not create is not opened, because it could change what Omena writes.
struct ForeignSchemaTests {
    private let fresh: FreshLibrary

    init() throws {
        fresh = try FreshLibrary(isPlain: true)
        try fresh.library.close()
    }

    private func open() throws(LibraryError) -> Library {
        let clock = fresh.clock
        return try Library.open(at: fresh.path) { clock.now }
    }

    private func run(_ script: String, at path: String? = nil) throws {
        let connection = try Connection(path: path ?? fresh.path, access: .write, applicationID: 0)
        try connection.execute(script: script)
        try connection.close()
    }

    private static let trigger =
        "CREATE TRIGGER evil AFTER INSERT ON note BEGIN DELETE FROM note; END;"

    @Test(arguments: [
        (trigger, "a trigger “evil”"),
        ("CREATE VIEW notes AS SELECT * FROM note", "a view “notes”"),
        ("CREATE TABLE mine (id INTEGER)", "a table “mine”"),
        ("CREATE INDEX mine ON note (deck)", "an index “mine”"),
        (
            "DROP TABLE setting; CREATE TABLE setting (key TEXT PRIMARY KEY, value ANY)",
            "a table “setting”"
        ),
    ])
    func isNotOpened(script: String, part: String) throws {
        try run(script)

        #expect(throws: LibraryError.foreign(path: fresh.path, part: part)) { try open() }
    }

    @Test func isNotOpenedWithoutATriggerOfOurs() throws {
        try run("DROP TRIGGER note_search_deleted")

        let reason = "the trigger note_search_deleted is missing"
        #expect(throws: LibraryError.damaged(path: fresh.path, reason: reason)) { try open() }
    }

    private static let highestCard =
        "DELETE FROM sqlite_sequence; INSERT INTO sqlite_sequence VALUES ('card', 9223372036854775807)"
    private static let impossible = "a row has a number that counting never reaches"

    /// It could get no more cards.
    @Test func isNotOpenedWhereNoNumberIsLeft() throws {
        try run(Self.highestCard)

        #expect(throws: LibraryError.damaged(path: fresh.path, reason: Self.impossible)) {
            try open()
        }
    }

    /// Migrating it could run the trigger.
    @Test func anOlderOneIsNotMigrated() throws {
        let path = fresh.folder.path("old.omena")
        let migrations = Array(Migration.released.dropLast())
        try Database(path: path, now: Moment(milliseconds: 0), migrations: migrations).close()
        try run(Self.trigger, at: path)

        #expect(throws: LibraryError.foreign(path: path, part: "a trigger “evil”")) {
            try Library.open(at: path) { Moment(milliseconds: 0) }
        }
    }

    @Test func isNotRestored() throws {
        let library = try open()
        defer { try? library.close() }
        let path = fresh.folder.path("copy.omena")
        _ = try library.backUp(to: path)
        try run(Self.trigger, at: path)

        let error = #expect(throws: LibraryError.self) { try library.restore(from: path) }

        #expect(error?.description.contains("a trigger “evil”, which Omena didn’t create") == true)
        #expect(try library.check().findings == [])
    }

    /// The words name the file that was to be restored, not the library.
    @Test func isNotRestoredWhereNoNumberIsLeft() throws {
        let library = try open()
        defer { try? library.close() }
        let path = fresh.folder.path("copy.omena")
        _ = try library.backUp(to: path)
        try run(Self.highestCard, at: path)

        let error = #expect(throws: LibraryError.self) { try library.restore(from: path) }

        #expect(error?.description.hasPrefix("\(path) is damaged (\(Self.impossible))") == true)
        #expect(try library.check().findings == [])
    }

    @Test func isReplacedByABackup() throws {
        let library = try open()
        let backup = try library.path(of: library.backUp(.asked).name)
        try library.close()
        try run(Self.trigger)

        let clock = fresh.clock
        _ = try Library.restore(from: backup, to: fresh.path) { clock.now }

        try open().close()
    }

    @Test func statisticsOfSQLiteDoNoHarm() throws {
        try run("ANALYZE")

        try open().close()
    }
}
