import Languages
import Notes
import SQLite
import Storage
import Testing

/// Whatever happens to notes, the index follows.
struct SearchIndexTests {
    private let fresh: Fresh

    init() throws {
        fresh = try Fresh()
        let fresh = fresh
        try fresh.database.write { writer in
            try writer.insert(fresh.note(1))
            try writer.insert(fresh.note(2))
        }
    }

    private func change(_ script: String) throws {
        try fresh.database.write { try $0.connection.execute(script: script) }
    }

    /// Asks SQLite whether the index holds what the notes say, and nothing else.
    private func check() throws {
        try change("INSERT INTO note_search (note_search, rank) VALUES ('integrity-check', 1)")
    }

    @Test func followsNewTexts() throws {
        try change("UPDATE note SET fields = '{\"1\":{\"text\":\"plum\"}}' WHERE id = 1")

        #expect(try fresh.search("plum").names == "a")
        #expect(try fresh.search("*lum").names == "a")
        #expect(try fresh.search("front").names == "b")
        try check()
    }

    @Test func leavesOutTheBin() throws {
        try change("UPDATE note SET binned = 1, fields = '{}' WHERE id = 1")
        #expect(try fresh.search("front").names == "b")
        #expect(try fresh.search("").names == "b")
        try check()

        try change("UPDATE note SET binned = NULL WHERE id = 1")
        #expect(try fresh.search("").names == "ab")
        try check()
    }

    @Test func forgetsWhatIsDeleted() throws {
        try change("DELETE FROM note WHERE id = 1")

        #expect(try fresh.search("front").names == "b")
        try check()
    }

    @Test func takesSeveralChangesOfOneTransactionForOne() throws {
        try change(
            """
            UPDATE note SET fields = '{"1":{"text":"one"}}' WHERE id = 1;
            UPDATE note SET fields = '{"1":{"text":"two"}}' WHERE id = 1;
            UPDATE note SET binned = 1 WHERE id = 2;
            UPDATE note SET binned = NULL WHERE id = 2;
            """
        )

        #expect(try fresh.search("one").names == "")
        #expect(try fresh.search("two").names == "a")
        #expect(try fresh.search("front").names == "b")
        try check()
    }

    @Test func forgetsAChangeThatFails() throws {
        struct Failure: Error {}

        #expect(throws: Failure.self) {
            try fresh.database.write { writer in
                try writer.insert(fresh.note(3))
                throw Failure()
            }
        }

        #expect(try fresh.search("front").names == "ab")
        try check()
    }

    @Test(arguments: [
        "", "[]", "{}", "{\"1\":{}}", "{\"1\":{\"text\":\"plum",
        "{\"1\":{\"text\":\"\\u00e9\\ud83c\\udf4e plum\"}}",
        "{\"1\":{\"text\":\"\\ud83c plum\"}}",
        "{ \"1\" : { \"origin\":\"made\", \"text\" : \"a \\\"plum\\\"\\n\" } }",
    ])
    func readsWhateverIsStored(_ fields: String) throws {
        try fresh.database.write { writer in
            _ = try writer.connection.run(
                "UPDATE note SET fields = :fields WHERE id = 1",
                ["fields": fields]
            )
        }

        #expect(
            try fresh.search("plum").names
                == (fields.hasSuffix("}}") && fields.contains("plum") || fields.hasSuffix("} }")
                    ? "a" : "")
        )
        try check()
    }
}
