import Exchange
import Languages
import Library
import LibraryValues
import Notes
import TestFolder
import TestLibrary
import Testing

/// A catalog that is larger than the library is imported in a faster way, with the same result as note by note.
struct LargeCatalogTests {
    private static let count = 2_000
    private static let bytes = catalog(count).bytes
    private static let order = ImportOptions(
        file: .sent(name: "a.xcstrings", bytes),
        deck: DeckName("App")
    )

    private let temporary: TemporaryFolder
    private let library: Library

    init() throws {
        temporary = try TemporaryFolder()
        let clock = TickingClock()
        library = try Library.openNew(at: temporary.path("a.omena")) { clock.next }
    }

    private static func catalog(_ count: Int) -> StringCatalog {
        StringCatalog(
            sourceLanguage: .english,
            entries: (0..<count).map { number in
                .init(
                    key: "key \(number)",
                    localizations: [
                        .init(name: "fr", content: .unit(.init(value: "clé n° \(number)"))),
                        .init(name: "ja", content: .unit(.init(value: "鍵\(number)"))),
                    ]
                )
            }
        )
    }

    private func notes() throws -> [Note]? {
        try library.notes(of: NoteType.languages.id, in: try #require(DeckName("App")))
    }

    private func count(_ query: String) throws -> Int {
        try library.search("deck:App \(query)", limit: 1).total
    }

    @Test func notesAreFoundCountedAndInOrder() throws {
        let report = try library.importFile(Self.order, by: nil, opener: .throughMessages)

        #expect(report.added == Self.count)
        #expect(try notes()?.map(\.key) == (0..<Self.count).map { "key \($0)" })
        #expect(try library.check().findings == [])
        #expect(try count("clé") == Self.count)
        #expect(try count("fr:1999") == 1)
        #expect(try count("*199*") == 12)
        #expect(
            try library.exportCatalog(of: try #require(DeckName("App"))).bytes == Self.bytes
        )
    }

    @Test func isUndoneAndRedone() throws {
        let change = try #require(
            try library.importFile(Self.order, by: nil, opener: .throughMessages).change
        )
        let before = try notes()

        _ = try library.undo(change.id)
        #expect(try notes() == nil)
        #expect(try count("clé") == 0)

        _ = try library.redo(change.id)
        #expect(try notes() == before)
        #expect(try library.check().findings == [])
    }

    @Test func noteWrittenByHandIsMergedInTheMiddle() throws {
        _ = try library.importFile(
            ImportOptions(
                file: .sent(
                    name: "b.csv",
                    Array("#deck:App\n#notetype:Languages\n#columns:en,et\nkey 700,võti\n".utf8)
                )
            ),
            by: nil,
            opener: .throughMessages
        )

        let report = try library.importFile(Self.order, by: nil, opener: .throughMessages)

        #expect([report.added, report.updated] == [Self.count - 1, 1])
        let found = try #require(
            try notes()?.first { $0.text(of: .language(.english)) == "key 700" }
        )
        #expect(found.values.count == 4)
        #expect(try library.check().findings == [])
        #expect(try count("n°") == Self.count)
        #expect(try count("*é*") == Self.count)
        let change = try #require(report.change)
        _ = try library.undo(change.id)
        #expect(try notes()?.map(\.values.count) == [2])
        #expect(try library.check().findings == [])
    }

    @Test func fileThatIsInvalidAtItsEndChangesNothing() throws {
        let bytes = Self.catalog(10_000).bytes
        for broken in [bytes.dropLast(30), bytes.dropLast() + [UInt8(ascii: "]")]] {
            let order = ImportOptions(
                file: .sent(name: "a.xcstrings", Array(broken)),
                deck: DeckName("App")
            )

            #expect(throws: LibraryError.self) {
                try library.importFile(order, by: nil, opener: .throughMessages)
            }
        }

        #expect(try notes() == nil)
        #expect(try library.history().isEmpty)
    }

    @Test func stoppingAtTheEndChangesNothing() throws {
        #expect(throws: LibraryError.self) {
            try library.importFile(Self.order, by: nil, opener: .throughMessages) {
                done throws(LibraryError) in
                if done == 1 { throw .refused("That is enough.") }
            }
        }

        #expect(try notes() == nil)
        #expect(try library.history().isEmpty)
        #expect(try count("clé") == 0)
        #expect(try library.check().findings == [])
        #expect(
            try library.importFile(Self.order, by: nil, opener: .throughMessages).added
                == Self.count
        )
    }
}
