import Exchange
import Foundation
import Library
import LibraryValues
import Notes
import TestFolder
import Testing

/// A small file cannot become a large library, or take much memory or time.
struct FileSizeTests {
    private let folder: TemporaryFolder
    private let visit: LibraryVisit

    init() throws {
        folder = try TemporaryFolder()
        visit = try LibraryVisit(in: folder)
    }

    private func report(of options: ImportOptions) throws -> [String] {
        try visit.library.importFile(options, by: nil, opener: .here).leftOut.map(\.description)
    }

    @Test func notesWithLongTextsAreLeftOut() throws {
        let path = try AnkiFile(in: folder).write([
            AnkiFile.old(), AnkiFile.tables, AnkiFile.note,
            """
            INSERT INTO notes VALUES (2, hex(zeroblob(60000)), 1, 0, 0, '', 'long guid' || char(31) || 'b', 0, 0, 0, '');
            INSERT INTO notes VALUES (3, 'h', 1, 0, 0, '', 'long text' || char(31) || hex(zeroblob(3000000)), 0, 0, 0, '');
            INSERT INTO notes VALUES (4, 'i', 1, 0, 0, '', 'picture' || char(31) || hex(zeroblob(1000000)), 0, 0, 0, '');
            """,
        ])

        let leftOut = try report(of: ImportOptions(file: .disk(DiskFile(path))))

        #expect(leftOut == ["“long guid” is too long.", "“long text” is too long."])
        #expect(try visit.library.facts().notes > 2)
    }

    @Test func notesWithTooManyTagsAreLeftOut() throws {
        func tags(_ count: Int) -> String { (1...count).map { "t\($0)" }.joined(separator: " ") }
        let path = try AnkiFile(in: folder).write([
            AnkiFile.old(), AnkiFile.tables,
            """
            INSERT INTO notes VALUES (1, 'g', 1, 0, 0, '\(tags(1_000))', 'few' || char(31) || 'b', 0, 0, 0, '');
            INSERT INTO notes VALUES (2, 'h', 1, 0, 0, '\(tags(1_001))', 'many' || char(31) || 'b', 0, 0, 0, '');
            """,
        ])

        let leftOut = try report(of: ImportOptions(file: .disk(DiskFile(path))))

        #expect(leftOut == ["“many” is too long."])
        #expect(try visit.library.notes(matching: "tag:t1000", limit: 10).count == 1)
    }

    /// A library of notes that have the type 5 and cards of their own.
    private func library(
        types: [String] = [Self.type(id: 5, name: "T", fields: ["F", "B"])],
        notes: [String] = []
    ) throws -> ImportOptions {
        let json = """
            {"format": "omena", "version": 1, "noteTypes": [\(types.joined(separator: ","))],
            "notes": [\(notes.joined(separator: ",\n"))], "media": []}
            """
        try folder.write(json.utf8, to: "a.json")
        return ImportOptions(file: .disk(DiskFile(folder.path("a.json"))))
    }

    private static func type(id: Int, name: String, fields: [String]) -> String {
        let fields = fields.enumerated().map { #"{"id": "\#($0 + 1)", "name": "\#($1)"}"# }
        return """
            {"id": "\(id)", "name": "\(name)", "fields": [\(fields.joined(separator: ","))],
            "cards": {"kind": "templates", "templates":
            [{"id": 1, "name": "C", "front": "{{F}}", "back": "{{B}}"}]}, "css": ""}
            """
    }

    private static func note(_ number: Int, _ more: String = "") -> String {
        """
        {"guid": "g\(number)", "type": "5", "deck": "D", "made": 1763000000000, "changed": 1763000000000,
        "fields": {"1": {"text": "\(number)"}, "2": {"text": "b"}}\(more)}
        """
    }

    @Test func cardTypesWithTooManyFieldsAreLeftOut() throws {
        func names(_ count: Int) -> [String] { (1...count).map { "F\($0)" } }
        let types = [
            Self.type(id: 5, name: "Wide", fields: ["F", "B"] + names(997)),
            Self.type(id: 6, name: "Wider", fields: ["F", "B"] + names(998)),
        ]

        let leftOut = try report(of: try library(types: types, notes: [Self.note(1)]))

        #expect(leftOut == ["The card type “Wider” is too large."])
        #expect(try visit.library.notes(matching: "deck:D", limit: 10).count == 1)
    }

    @Test func filesWithTooManyCardTypesAreRefused() throws {
        let types = (0...2_000).map { Self.type(id: 5, name: "T", fields: ["F", "B\($0)"]) }

        let error = #expect(throws: LibraryError.self) {
            try visit.library.importFile(
                try library(types: types),
                by: nil,
                opener: .here
            )
        }

        #expect(error?.description == "The file has more than 2000 card types.")
    }

    @Test func filesWithTooManyDecksAreRefused() throws {
        let rows = (0...10_000).map { "a\($0),b,E\($0)" }.joined(separator: "\n")
        let text = "#separator:comma\n#deck column:3\n\(rows)\n"
        let options = ImportOptions(
            file: .sent(name: "a.csv", Array(text.utf8)),
            deck: DeckName("D")
        )

        let error = #expect(throws: LibraryError.self) { try report(of: options) }

        #expect(error?.description == "The file has more than 10000 decks.")
    }

    /// Notes of one age are given numbers when they are exported to Anki.
    @Test(.timeLimit(.minutes(2))) func notesMayAllHaveOneID() throws {
        let notes = (0..<100_000).map { Self.note($0, #", "id": "7""#) }

        let options = try library(notes: notes)
        let report = try visit.library.importFile(options, by: nil, opener: .here)
        let scope = ExportScope.deck(try #require(DeckName("D")))
        _ = try visit.library.exportFile(to: folder.path("b.apkg"), ExportOptions(scope: scope))

        #expect(report.added == 100_000)
        try visit.check(finding: [])
    }

    /// Neither the first time nor when they are compared with what is there.
    @Test(.timeLimit(.minutes(2))) func answersMayAllHaveOneID() throws {
        let answer = """
            {"id": "3560000000000000001", "moment": 1763000000000, "offset": 0, "kind": "review", "mode": "review",
            "grade": "good", "due": 1763600000000}
            """
        let log = repeatElement(answer, count: 20_000).joined(separator: ",")
        let options = try library(notes: [
            Self.note(1, #", "cards": [{"face": "1", "log": [\#(log)]}]"#)
        ])

        let first = try visit.library.importFile(options, by: nil, opener: .here)
        let second = try visit.library.importFile(options, by: nil, opener: .here)

        #expect(first.reviews == 20_000)
        #expect(second.reviews == 0)
        try visit.check(finding: [])
    }

    /// The tags of a header go to every note.
    @Test func aHeaderHasAHundredTagsAtMost() throws {
        let tags = (0..<5_000).map { "t\($0)" }.joined(separator: " ")
        let text = "#separator:comma\n#tags:\(tags)\na,b\n"
        let options = ImportOptions(
            file: .sent(name: "a.csv", Array(text.utf8)),
            deck: DeckName("D")
        )

        #expect(try report(of: options) == [])
        #expect(try visit.library.notes(matching: "tag:t99", limit: 10).count == 1)
        #expect(try visit.library.notes(matching: "tag:t100", limit: 10).isEmpty)
    }

    /// A table is text, which a spreadsheet may take for a formula; what it holds must come back as it was.
    @Test(arguments: ["=1+1", "+1", "-1", "@SUM(A1)", "=HYPERLINK(\"http://example.org\")", "\t=1"])
    func formulasComeBackAsTheyWere(_ text: String) throws {
        let quoted = "\"\(text.replacing("\"", with: "\"\""))\""
        let table = Array("\(quoted),b\n".utf8)
        _ = try report(of: ImportOptions(file: .sent(name: "a.csv", table), deck: DeckName("D")))
        let scope = ExportScope.deck(try #require(DeckName("D")))
        _ = try visit.library.exportFile(to: folder.path("b.csv"), ExportOptions(scope: scope))

        let preview = try visit.library.previewImport(
            ImportOptions(file: .disk(DiskFile(folder.path("b.csv")))),
            opener: .here
        )

        #expect(preview.report.same == 1)
        #expect(preview.report.added + preview.report.updated == 0)
    }
}
