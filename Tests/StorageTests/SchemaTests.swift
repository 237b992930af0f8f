import Foundation
import Notes
import Recall
import SQLite
import Sodium
import TestFolder
import Testing

@testable import Storage

/// Libraries of every released version.
struct SchemaTests {
    private static let versions = 1...Migration.released.count

    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("a.omena")
    }

    private func makeLibrary(ofVersion version: Int, at path: String) throws {
        let migrations = Array(Migration.released.prefix(version))
        try Database(path: path, now: .some, migrations: migrations).close()
    }

    /// A released schema is never edited; the files are written with `UPDATE_SNAPSHOTS=1`.
    @Test func staysAsItWasReleased() throws {
        let schemas = try Self.versions.map(schema)
        let digests = schemas.map { Digest(of: $0.utf8).description + "\n" }.joined()

        try expectSnapshot(digests, "schemas.sha256")
        try expectSnapshot(try #require(schemas.last), "schema.sql")
    }

    /// Libraries with this schema are opened without creating it for comparison.
    @Test func isRecognizedByItsDigest() throws {
        try makeLibrary(ofVersion: Migration.released.count, at: path)
        let connection = try Connection(path: path, access: .read, applicationID: 0)

        let digest = try Schema(of: connection).digest

        #expect(digest == Schema.released)
    }

    private func schema(ofVersion version: Int) throws -> String {
        let path = folder.path("\(version).omena")
        try makeLibrary(ofVersion: version, at: path)
        return try Connection(path: path, access: .read, applicationID: 0).rows(
            """
            SELECT sql
            FROM sqlite_schema
            WHERE sql IS NOT NULL
            AND name NOT LIKE 'sqlite_%'
            ORDER BY rowid
            """
        ) { $0.text(0) }.joined(separator: ";\n\n") + ";\n"
    }

    private func expectSnapshot(_ content: String, _ name: String) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Resources/\(name)")
        if ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] != nil {
            try Data(content.utf8).write(to: file)
            Issue.record("The snapshot was written; run the test again without UPDATE_SNAPSHOTS.")
        }
        #expect(content == String(decoding: try Data(contentsOf: file), as: UTF8.self))
    }

    /// A library of any version can be read completely, including values that its version did not yet store.
    @Test(arguments: versions)
    func aLibraryOfAnyVersionComesUp(version: Int) throws {
        try makeLibrary(ofVersion: version, at: path)
        let old = try Connection(path: path, access: .write, applicationID: 0)
        let type = NoteType.basicAndReversed
        try old.run(
            """
            INSERT INTO note_type (id, name, definition, made, changed)
            VALUES (1, 'Basic', :definition, 1, 1)
            """,
            ["definition": String(decoding: try JSONEncoder().encode(type), as: UTF8.self)]
        )
        try old.execute(script: Self.rows)
        try old.close()

        let database = try Database(path: path, now: .some)
        defer { try? database.close() }
        // The index of words is updated at every change.
        try database.write { _ = try $0.rebuildTallies() }

        try database.read { reader in
            #expect(try reader.decks().map(\.name.text) == ["Fruit"])
            let notes = try [1, 2].map { try reader.note(NoteID(rawValue: $0)) }
            #expect(notes.map { $0?.values[1]?.text } == ["Omena", "Päärynä"])
            #expect(notes.map { $0?.tags.map(\.text) } == [["sweet"], []])
            var days: [Int: Int] = [:]
            try reader.forEachTally(in: .library, -1...20_000) { row in
                days[row.day, default: 0] += row.tally.answers
            }
            // Days begin at four.
            #expect(days == [-1: 1])
            #expect(try reader.cards(of: NoteID(rawValue: 1)).map(\.isSuspended) == [false, true])
            #expect(
                try reader.connection.rows(
                    "SELECT dealing_deck FROM card ORDER BY id"
                ) { $0.int64OrNil(0) } == [1, nil]
            )
            let day = SearchDay(now: .some, offset: 0, boundary: DayBoundary())
            let found = try reader.search(SearchQuery("paaryna"), limit: 9, on: day)
            #expect(found.notes.map(\.rawValue) == [2])
        }
    }

    /// Two notes, and two cards of the first note, one of them answered twice with one answer retracted, as the first version
    /// writes them.
    private static let rows = """
        INSERT INTO deck (id, name, folded_name, made, changed) VALUES (1, 'Fruit', 'fruit', 1, 1);
        INSERT INTO note (id, guid, note_type, deck, made, changed, fields) VALUES
            (1, 'a', 1, 1, 1, 1, '{"1":{"text":"Omena"},"2":{"text":"apple"}}'),
            (2, 'b', 1, 1, 2, 2, '{"1":{"text":"Päärynä"},"2":{"text":"pear"}}');
        INSERT INTO note_tag (note, folded_tag, tag) VALUES (1, 'sweet', 'sweet');
        INSERT INTO card (id, note, face, is_suspended) VALUES (1, 1, '1', 0), (2, 1, '2', 1);
        INSERT INTO event (card, moment, id, utc_offset, kind, grade, duration, mode, retracted) VALUES
            (1, 1000, 1, 0, 1, 3, 500, 1, NULL),
            (1, 2000, 2, 0, 1, 1, 700, 1, NULL),
            (1, 3000, 3, 0, 3, NULL, 0, 1, 2);
        """
}
