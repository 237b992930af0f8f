import Exchange
import Foundation
import Library
import LibraryValues
import Notes
import TestFolder
import Testing

/// A small file cannot become a large library, or take much memory.
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

    /// The tags of a header go to every note.
    @Test func aHeaderHasAHundredTagsAtMost() throws {
        let tags = (0..<5_000).map { "t\($0)" }.joined(separator: " ")
        let text = "#separator:comma\n#tags:\(tags)\na,b\n"
        let options = ImportOptions(name: "a.csv", bytes: Array(text.utf8), deck: DeckName("D"))

        #expect(try report(of: options) == [])
        #expect(try visit.library.notes(matching: "tag:t99", limit: 10).count == 1)
        #expect(try visit.library.notes(matching: "tag:t100", limit: 10).isEmpty)
    }

    /// A table is text, which a spreadsheet may take for a formula; what it holds must come back as it was.
    @Test(arguments: ["=1+1", "+1", "-1", "@SUM(A1)", "=HYPERLINK(\"http://example.org\")", "\t=1"])
    func formulasComeBackAsTheyWere(_ text: String) throws {
        let quoted = "\"\(text.replacing("\"", with: "\"\""))\""
        let table = Array("\(quoted),b\n".utf8)
        _ = try report(of: ImportOptions(name: "a.csv", bytes: table, deck: DeckName("D")))
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
