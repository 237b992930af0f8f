import Foundation
import Notes
import SQLite
import Storage
import TestFolder
import Testing

struct MigrationTests {
    private let folder: TemporaryFolder
    private let path: String

    private static let parents = Migration(
        name: "parents",
        sql: """
            CREATE TABLE migration (position INTEGER PRIMARY KEY, name TEXT, applied INTEGER);
            CREATE TABLE parent (id INTEGER PRIMARY KEY);
            CREATE TABLE child (parent INTEGER REFERENCES parent (id) ON DELETE CASCADE);
            INSERT INTO parent (id) VALUES (1);
            INSERT INTO child (parent) VALUES (1);
            """
    )
    private static let rebuilt = Migration(
        name: "parents rebuilt",
        sql: """
            CREATE TABLE new_parent (id INTEGER PRIMARY KEY, name TEXT);
            INSERT INTO new_parent (id) SELECT id FROM parent;
            DROP TABLE parent;
            ALTER TABLE new_parent RENAME TO parent;
            """
    )

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("a.omena")
    }

    private func open(_ migrations: [Migration]) throws {
        try Database(path: path, now: .some, migrations: migrations).close()
    }

    private func strings(_ sql: StaticString) throws -> [String] {
        let connection = try Connection(path: path, access: .read, applicationID: 0)
        return try connection.rows(sql) { $0.text(0) }
    }

    @Test func keepsTheNamesOfItsStepsAndTheirNumber() throws {
        try open([Self.parents, Self.rebuilt])

        let header = FileHeader(try #require(try folder.contents["a.omena"]))
        #expect(try strings("SELECT name FROM migration") == ["parents", "parents rebuilt"])
        #expect(header?.userVersion == 2)
        #expect(header?.applicationID == Database.applicationID)
    }

    @Test func tellsItsVersionByTheHeaderWhileItIsOpen() throws {
        let database = try Database(path: path, now: .some)
        defer { try? database.close() }

        let header = FileHeader(try #require(try folder.contents["a.omena"]))

        #expect(header?.userVersion == Int32(Migration.released.count))
    }

    @Test func takesOnlyTheStepsThatAreMissing() throws {
        try open([Self.parents])
        try open([Self.parents, Self.rebuilt])
        try open([Self.parents, Self.rebuilt])

        #expect(try strings("SELECT name FROM migration") == ["parents", "parents rebuilt"])
        #expect(try strings("SELECT parent FROM child") == ["1"])
    }

    @Test func takesAStepAsAWholeOrNotAtAll() throws {
        let broken = Migration(
            name: "broken",
            sql: "CREATE TABLE half (id INTEGER); CREATE TABLE parent (id INTEGER)"
        )

        try open([Self.parents])
        #expect(throws: StorageError.self) { try open([Self.parents, broken]) }

        #expect(try strings("SELECT name FROM migration") == ["parents"])
        #expect(try strings("SELECT name FROM sqlite_schema WHERE name = 'half'") == [])
        try open([Self.parents])
    }

    @Test func makesANewLibraryAsAWholeOrNotAtAll() throws {
        let broken = Migration(name: "broken", sql: "CREATE TABLE parent (id INTEGER)")

        #expect(throws: StorageError.self) { try open([Self.parents, broken]) }

        #expect(try strings("SELECT name FROM sqlite_schema") == [])
        try open([Self.parents])
    }

    @Test func leavesNoReferenceDangling() throws {
        let careless = Migration(name: "careless", sql: "DELETE FROM parent")
        try open([Self.parents])

        let error = #expect(throws: StorageError.self) { try open([Self.parents, careless]) }

        #expect(error == .damaged("a row of child refers to one that is not there"))
        #expect(try strings("SELECT id FROM parent") == ["1"])
    }

    @Test func refusesALibraryOfALaterVersion() throws {
        try open([Self.parents, Self.rebuilt])

        let error = #expect(throws: StorageError.self) { try open([Self.parents]) }

        #expect(error == .newer("parents rebuilt"))
    }

    @Test func holdsReferencesAgainOnceItIsUpToDate() throws {
        let fresh = try Fresh()

        #expect(throws: StorageError.self) {
            try fresh.database.write { writer in
                try writer.insert(fresh.note(1, in: DeckID(rawValue: 404)))
            }
        }
    }
}
