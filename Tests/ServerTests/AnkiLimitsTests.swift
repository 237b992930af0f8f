import Exchange
import Library
import LibraryValues
import Notes
import TestFolder
import TestLibrary
import Testing

/// The limits of decks from Anki, although the library's limits bound every deck.
struct AnkiLimitsTests {
    private let folder: TemporaryFolder
    private let library: Library

    init() throws {
        folder = try TemporaryFolder()
        library = try Library.openNew(at: folder.path("library.omena")) {
            Moment(milliseconds: 1_763_640_000_000)
        }
    }

    /// Imports two decks, of which one has limits of its own.
    private func importDecks() throws -> ImportReport {
        let collection = AnkiFile.old(
            deck: #""id": 1, "conf": 1, "newLimit": 7, "reviewLimit": 9999"#
        )
        let path = try AnkiFile(in: folder).write([
            collection, AnkiFile.tables, AnkiFile.note, AnkiFile.card,
        ])
        return try library.importFile(
            ImportOptions(file: .disk(DiskFile(path))),
            by: nil,
            opener: .here
        )
    }

    private func limits(of name: String) throws -> [Int?] {
        let deck = try #require(try library.decks().first { $0.name.text == name })
        return [deck.settings.newLimit, deck.settings.reviewLimit]
    }

    @Test func thoseOfTheLibraryRiseWhileNothingWasChosen() throws {
        _ = try library.makeDeck(named: try #require(DeckName("Mine")), by: nil)

        let report = try importDecks()

        let settings = try library.settings()
        #expect([settings.newLimit, settings.reviewLimit] == [20, 9_999])
        #expect(report.limits == ImportReport.Limits(new: 20, reviews: 9_999))
        #expect(try limits(of: "Default") == [7, 9_999])
        #expect(try limits(of: "D") == [nil, 200])
        #expect(try limits(of: "Mine") == [nil, 200])

        _ = try library.undo(try #require(report.change).id)
        #expect(try library.settings().reviewLimit == 200)
        #expect(try limits(of: "Mine") == [nil, nil])
    }

    @Test func thoseThatTheLearnerChoseStay() throws {
        try library.changeSettings { $0.reviewLimit = 50 }

        let report = try importDecks()

        #expect(try library.settings().reviewLimit == 50)
        #expect(report.limits == nil)
        #expect(try limits(of: "Default") == [7, 9_999])
    }
}
