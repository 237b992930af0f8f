import Foundation
import Library
import LibraryValues
import Notes
import Recall
import SQLite
import Storage
import TestFolder
import TestKey
import Testing
import Vault

struct CheckingTests {
    private let fresh: FreshLibrary
    private var library: Library { fresh.library }

    init() throws {
        fresh = try FreshLibrary()
        for place in 0..<40 {
            let card = try fresh.cardID(place)
            var event = fresh.answer(Int64(1_000 + place), to: try fresh.firstCard())
            event.note = card.note
            event.face = card.face
            event.kind = place % 3 == 0 ? .practice(.again) : .review(.good, due: nil, reviews: nil)
            event.mode = place % 3 == 0 ? .learn : .review
            _ = try library.record([event])
        }
        _ = try library.putMedia(Array("picture".utf8), named: "a.png")
        _ = try library.putMedia(Array("sound".utf8), named: "b.mp3")
    }

    /// Damages the closed library by SQL, without constraints and triggers, and opens it again.
    private func damage(_ ending: String = "", _ script: String) throws {
        try library.close()
        let path = fresh.path + ending
        let connection = try Connection(
            path: path,
            in: fresh.key?.files(at: path),
            access: .write,
            applicationID: 0,
            extensions: ConnectionExtensions(
                functions: [],
                tokenizers: [Tokenizer("omena") { _, _, _ in }]
            )
        )
        try connection.execute(script: "PRAGMA foreign_keys = OFF; \(script)")
        try connection.close()
        try fresh.reopen()
    }

    private func check() throws -> [String] {
        try library.check().findings.map { "\($0.part): \($0.says) \($0.remedy)" }
    }

    @Test func findsNothingInAHealthyLibrary() throws {
        let report = try library.check()

        #expect(report.findings == [])
        #expect(report.backup == nil)
        #expect(report.facts?.answers == 40)
    }

    @Test func repairsDerivedData() throws {
        let before = try dump(fresh.path)
        try damage(
            "",
            """
            UPDATE card SET stability = stability + 1
            WHERE id = (SELECT min(id) FROM card WHERE stability > 0);
            UPDATE card SET answered_grade = 4
            WHERE id IN (SELECT id FROM card WHERE answered_grade = 1 LIMIT 2);
            UPDATE deck SET notes = notes + 5;
            UPDATE note SET prompt = 'x' WHERE id = (SELECT min(id) FROM note);
            DELETE FROM word WHERE id = (SELECT min(id) FROM word);
            INSERT INTO note_tag VALUES (7, 'x', 'x');
            UPDATE card SET deck = 7 WHERE id = (SELECT min(id) FROM card);
            INSERT INTO journal (moment, change, replaced) VALUES (1, 'x', '{"replac');
            """
        )

        let found = try check()

        #expect(
            found == [
                "references: 1 tag belongs to no note. Removed.",
                "references: 1 card is in a deck that does not exist. Moved to the decks of their notes.",
                "values: 1 change in the history cannot be read. "
                    + "Removed from the history; what was changed stays.",
                "memories: The stored state of 3 cards differs from the log. Recalculated from the log.",
                "counts: 3 stored counts are wrong. Counted again.",
                "search: The search index does not match the notes. Rebuilt from the notes.",
            ]
        )
        #expect(try library.backups().map(\.name.reason) == [.beforeRepair])
        #expect(try check() == [])
        #expect(try dump(fresh.path) == before)
    }

    @Test func findsANoteThatIsNotIndexed() throws {
        try damage(
            "",
            """
            UPDATE note SET fields = replace(fields, 'the', 'quokka');
            DELETE FROM note_search_change;
            """
        )

        let index = "The search index does not match the notes. Rebuilt from the notes."
        #expect(try check().contains("search: \(index)"))
        #expect(try library.notes(matching: "quokka", limit: 9).count > 0)
    }

    /// Not for a sealed file, whose bytes cannot be changed meaningfully.
    @Test(.enabled(if: TestKey.key == nil)) func rebuildsDamagedIndexes() throws {
        try library.close()
        let connection = try Connection(path: fresh.path, access: .read, applicationID: 0)
        let root = try connection.row(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'note_by_type'"
        ) { $0.int(0) }
        try connection.close()
        var bytes = try Data(contentsOf: URL(filePath: fresh.path))
        // An index entry points to another note: the page stays well-formed, but its content is wrong.
        let page = try #require(root.map { ($0 - 1) * 4_096..<$0 * 4_096 })
        // The last 16 bytes are the page's checksum.
        bytes[page.upperBound - 17] ^= 0x01
        try bytes.write(to: URL(filePath: fresh.path))
        try fresh.reopen()

        let report = try library.check()

        #expect(report.findings.map(\.part) == [.file])
        #expect(report.isSound)
    }

    @Test(.enabled(if: TestKey.key == nil)) func reportsWhatItCannotRepair() throws {
        try library.close()
        let connection = try Connection(path: fresh.path, access: .read, applicationID: 0)
        let root = try connection.row(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'event'"
        ) { $0.int(0) }
        try connection.close()
        var bytes = try Data(contentsOf: URL(filePath: fresh.path))
        let start = try #require(root.map { ($0 - 1) * 4_096 })
        bytes.replaceSubrange(start..<start + 100, with: repeatElement(0xEE, count: 100))
        try bytes.write(to: URL(filePath: fresh.path))
        try fresh.reopen()

        let report = try library.check()

        #expect(report.findings.map(\.part) == [.file])
        #expect(!report.isSound)
        #expect(report.findings.first?.remedy == "Restore a backup, if you have one.")
    }

    @Test func restoresANoteFromABackup() throws {
        let before = try dump(fresh.path)
        _ = try library.backUp(.asked)
        try damage(
            "",
            """
            UPDATE note SET fields = substr(fields, 1, 9) WHERE id = (SELECT min(id) FROM note);
            DELETE FROM note_search_change;
            """
        )

        let report = try library.check()

        #expect(report.findings.first?.part == .values)
        #expect(report.isSound)
        #expect(try check() == [])
        #expect(try dump(fresh.path) == before)
    }

    @Test func repairsNotesWithoutADeckOrAType() throws {
        let count = try library.facts().notes
        try damage(
            "",
            """
            DELETE FROM deck WHERE name = 'First questions';
            DELETE FROM note_type WHERE name = 'Languages';
            """
        )

        let report = try library.check()

        #expect(report.isSound)
        #expect(try check() == [])
        #expect(try library.facts().notes == count)
        #expect(try library.decks().map(\.name.text) == ["First words", "Recovered"])
    }

    @Test func restoresPicturesFromTheBackups() throws {
        _ = try library.backUp(.asked)
        let sound = try library.putMedia(Array("later".utf8), named: "c.mp3")
        try damage("-media", "UPDATE content SET bytes = x'00';")

        let report = try library.check()

        #expect(
            report.findings.map(\.says) == [
                "The file “a.png” is missing or damaged.",
                "The file “b.mp3” is missing or damaged.",
                "The file “c.mp3” is missing or damaged.",
            ]
        )
        #expect(report.findings.map(\.isRepaired) == [true, true, false])
        #expect(try library.media(sound) == nil)
        #expect(
            try library.check().findings.map(\.says) == ["The file “c.mp3” is missing or damaged."]
        )
    }

    @Test func noticesThatAllPicturesAreGone() throws {
        try library.close()
        try FileManager.default.removeItem(atPath: fresh.path + "-media")
        try fresh.reopen()

        #expect(try library.check().findings.count == 2)
    }
}
