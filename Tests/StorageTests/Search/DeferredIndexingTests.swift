import Notes
import Recall
import SQLite
import TestFolder
import TestKey
import Testing

@testable import Storage

/// After a large import, indexes that only searches use are built in parts, and searches find everything meanwhile.
struct DeferredIndexingTests {
    private let fresh: Fresh
    private static let count = 1_200

    init() throws { fresh = try Fresh() }

    /// Imports notes with IDs from `first` on, each with one card.
    private func importNotes(_ count: Int = count, from first: Int64 = 1) throws {
        try fresh.database.write { try fresh.importNotes(count, from: first, with: $0) }
    }

    private func indexes() throws -> Set<String> {
        Set(
            try fresh.connection().rows(
                "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL"
            ) { $0.text(0) }
        )
    }

    /// Whether the full-text index matches the notes.
    private func isSearchIndexValid() throws -> Bool {
        try fresh.database.write { try $0.isSearchIndexValid() }
    }

    @Test func defersOnlySearchIndexes() throws {
        let all = try indexes()
        #expect(all.isSuperset(of: Writer.searchIndexes))

        try importNotes()

        #expect(try fresh.database.needsIndexing())
        #expect(try indexes() == all.subtracting(Writer.searchIndexes))
        while try fresh.database.indexNextPart() {}
        #expect(try indexes() == all)
        #expect(try isSearchIndexValid())
    }

    @Test func mergesSegments() throws {
        for part in 0..<3 as Range<Int64> {
            try importNotes(from: 10_000 * part + 1)
            while try fresh.database.indexNextPart() {}
        }

        let parts = try fresh.connection().row(
            "SELECT count(DISTINCT segid) FROM note_search_idx"
        ) { $0.int(0) }
        #expect(parts == 1)
        #expect(try isSearchIndexValid())
    }

    @Test func searchesBeforeIndexing() throws {
        try importNotes()

        #expect(try fresh.search("front 700").notes == [NoteID(rawValue: 700)])
        #expect(try fresh.search("*ron*").total == Self.count)
        #expect(try fresh.search("-is:due s>3 deck:Questions").total == 0)

        #expect(try fresh.database.needsIndexing())
    }

    @Test func searchesWithinAChangeBeforeIndexing() throws {
        try importNotes()

        let found = try fresh.database.write { writer in
            try writer.search(
                SearchQuery("is:new front 700"),
                limit: 9,
                on: SearchDay(now: .some, offset: 0, boundary: DayBoundary())
            )
        }

        #expect(found.notes == [NoteID(rawValue: 700)])
        #expect(try fresh.database.needsIndexing())
    }

    @Test func followsChangesMeanwhile() throws {
        try importNotes()
        let parts = 3
        for _ in 0..<parts { _ = try fresh.database.indexNextPart() }

        let fresh = fresh
        try fresh.database.write { writer in
            try writer.connection.execute(
                script: """
                    UPDATE note SET fields = '{"1":{"text":"plum"}}' WHERE id = 7;
                    UPDATE note SET binned = 1 WHERE id = 8;
                    DELETE FROM note WHERE id BETWEEN 9 AND 600;
                    """
            )
            try writer.insert(fresh.note(5_000))
        }
        try importNotes(5_000, from: 10_000)

        #expect(try fresh.search("plum").notes == [NoteID(rawValue: 7)])
        #expect(try fresh.search("front").total == 5_000 + Self.count - 593)
        #expect(try fresh.search("front 5000").notes == [NoteID(rawValue: 5_000)])
        while try fresh.database.indexNextPart() {}
        #expect(try indexes().isSuperset(of: Writer.searchIndexes))
        #expect(try isSearchIndexValid())
    }

    @Test func continuesAfterAnInterruption() throws {
        try importNotes()
        var parts = 0
        let path = fresh.folder.path("a.omena")
        try fresh.database.close()

        while true {
            let database = try Database(path: path, in: TestKey.files(at: path), now: .some)
            defer { try? database.close() }
            guard try database.indexNextPart() else { break }
            parts += 1
        }

        #expect(parts == Writer.searchIndexes.count + 1)
        let database = try Database(path: path, in: TestKey.files(at: path), now: .some)
        defer { try? database.close() }
        #expect(try database.write { try $0.isSearchIndexValid() })
    }

    @Test func rehearsalDefersNothing() throws {
        let all = try indexes()

        try fresh.database.dryRun { try fresh.importNotes(Self.count, from: 1, with: $0) }

        #expect(try !fresh.database.needsIndexing())
        #expect(try indexes() == all)
    }

    @Test func copyIsIndexedByItself() throws {
        try importNotes()
        let path = fresh.folder.path("copy.omena")
        try fresh.database.copy(to: path, in: TestKey.files(at: path)) { _ in }

        let copy = try Database(path: path, in: TestKey.files(at: path), now: .some)
        defer { try? copy.close() }
        #expect(try copy.needsIndexing())
        while try copy.indexNextPart() {}

        #expect(try copy.write { try $0.isSearchIndexValid() })
        #expect(try fresh.database.needsIndexing())
    }

    /// Because a migration may change any index.
    @Test func migrationFindsAllIndexes() throws {
        try importNotes()
        let path = fresh.folder.path("a.omena")
        try fresh.database.close()
        let next = Migration(
            name: "next",
            sql: Writer.searchIndexes.sorted().map { "DROP INDEX \($0);" }.joined()
        )

        let database = try Database(
            path: path,
            in: TestKey.files(at: path),
            now: .some,
            migrations: Migration.released + [next]
        )
        defer { try? database.close() }
        while try database.indexNextPart() {}

        #expect(try indexes().isDisjoint(with: Writer.searchIndexes))
    }

    /// A library may come from anybody, so the table must not run other SQL.
    @Test(arguments: [
        "DROP TABLE event", "CREATE INDEX a ON note (made); DROP TABLE event",
        "CREATE TRIGGER a AFTER INSERT ON note BEGIN DELETE FROM note; END",
    ])
    func runsNothingButCreateIndex(_ sql: String) throws {
        try fresh.database.write { try $0.deferIndex(sql) }

        #expect(throws: StorageError.damaged("index_to_make.sql holds something unreadable")) {
            while try fresh.database.indexNextPart() {}
        }
        #expect(try fresh.database.read { try $0.answerCount() } == 0)
    }
}

extension Fresh {
    /// Imports notes with IDs from `first` on, each with one card, as a large import does.
    func importNotes(_ count: Int, from first: Int64, with writer: borrowing Writer) throws {
        var bulk = try BulkWriter(expecting: count, with: writer)
        for number in first..<first + Int64(count) {
            let note = note(number)
            let card = ImportedCard(
                id: CardID(note: note.id, face: .template(1)),
                marks: CardMarks(),
                state: .new,
                extras: nil
            )
            try bulk.add(ImportedNote(note, cards: [(card, [])]), with: writer)
        }
        try bulk.finish(isLast: true, with: writer)
    }
}
