import Languages
import Notes
import SQLite
import Storage
import Testing

/// The full-text index follows all changes of notes.
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

    /// Checks that the index matches the notes once all are indexed.
    private func check() throws {
        while try fresh.database.indexNextPart() {}
        try change("INSERT INTO note_search (note_search, rank) VALUES ('integrity-check', 1)")
    }

    @Test func followsNewTexts() throws {
        try change("UPDATE note SET fields = '{\"1\":{\"text\":\"plum\"}}' WHERE id = 1")

        #expect(try fresh.search("plum").names == "a")
        #expect(try fresh.search("*lum").names == "a")
        #expect(try fresh.search("front").names == "b")
        try check()
    }

    @Test func excludesTheBin() throws {
        try change("UPDATE note SET binned = 1, fields = '{}' WHERE id = 1")
        #expect(try fresh.search("front").names == "b")
        #expect(try fresh.search("").names == "b")
        try check()

        try change("UPDATE note SET binned = NULL WHERE id = 1")
        #expect(try fresh.search("").names == "ab")
        try check()
    }

    @Test func excludesDeletedNotes() throws {
        try change("DELETE FROM note WHERE id = 1")

        #expect(try fresh.search("front").names == "b")
        try check()
    }

    @Test func followsManyNotesAtOnce() throws {
        let texts = [
            "Élan vital", "ਪੰਜਾਬੀ ਬੋਲੀ", "日本。語", "<b>bold</b> & “quoted” \\ text", "Їжак Київ",
            "a b c", "", "&#233;t&#233; ﾊﾝｶｸ", "ＦＵＬＬ", "한국어", "[sound:x.mp3] heard",
        ]
        let fresh = fresh
        try fresh.database.write { writer in
            for number in Int64(10)...700 {
                var note = fresh.note(number)
                let text = texts[Int(number) % texts.count]
                note.values = [
                    1: FieldValue("\(text) n\(number)", pronunciation: text, state: "new \"text\""),
                    2: FieldValue(texts[Int(number / 3) % texts.count], origin: .generated),
                ]
                try writer.insert(note)
            }
        }

        try check()
        #expect(try fresh.search("n500").notes == [NoteID(rawValue: 500)])
        #expect(try fresh.search("elan n605").notes == [NoteID(rawValue: 605)])
        #expect(try fresh.search("state").notes.isEmpty)

        try change("UPDATE note SET fields = '{\"1\":{\"text\":\"plum\"}}' WHERE id >= 10")
        try check()
        #expect(try fresh.search("n500").notes.isEmpty)
        try change("DELETE FROM note WHERE id >= 10")
        try check()
    }

    @Test func combinesChangesOfOneTransaction() throws {
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

    @Test func followsRollbacks() throws {
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
    func toleratesAnyJSON(_ fields: String) throws {
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
