import Exchange
import Foundation
import Languages
import Library
import LibraryValues
import Notes
import TestFolder
import TestLibrary
import Testing

/// String catalogs are imported into a deck and exported from it.
struct CatalogExchangeTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "LanguagesTests/Resources/Catalogs")

    static let names: [String] =
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []).sorted()

    private let temporary: TemporaryFolder
    private let library: Library
    private let deck: DeckName

    init() throws {
        temporary = try TemporaryFolder()
        let clock = TickingClock()
        library = try Library.openNew(at: temporary.path("a.omena")) { clock.next }
        deck = try #require(DeckName("App::Texts"))
    }

    private func bytes(of name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: Self.folder.appending(path: name)))
    }

    @discardableResult
    private func take(
        _ bytes: [UInt8],
        names: [String: String] = [:]
    ) throws -> ImportReport {
        try library.importFile(
            ImportOptions(file: .sent(name: "a.xcstrings", bytes), deck: deck, names: names),
            by: nil,
            opener: .throughMessages
        )
    }

    private func notes() throws -> [Note] {
        try #require(try library.notes(of: NoteType.languages.id, in: deck))
    }

    private func texts() throws -> [[String: String]] {
        try notes().map { note in
            Dictionary(uniqueKeysWithValues: note.values.map { ($0.description, $1.text) })
        }
    }

    /// Replaces a text as the form does.
    private func write(_ text: String, _ tag: String, in note: Note) throws {
        let form = try #require(try library.noteForm(note.id))
        var draft = form.draft
        draft.values[.language(try #require(LanguageTag(tag)))] = .init(text)
        guard
            case .saved = try library.save(
                draft,
                as: note.id,
                seen: form.seen,
                allowsDuplicate: true,
                by: nil
            )
        else {
            Issue.record("“\(text)” could not be saved.")
            return
        }
    }

    @Test func thereAreCatalogsToTest() {
        #expect(Self.names.count >= 20)
    }

    @Test(arguments: names)
    func uneditedCatalogIsExportedByteForByte(name: String) throws {
        let bytes = try bytes(of: name)

        let report = try take(bytes)
        let exported = try library.exportCatalog(of: deck)

        #expect(report.added == (try notes().count))
        #expect(exported.bytes == bytes)
        #expect(exported.leftOut == [])
        #expect(try take(bytes).change == nil)
    }

    @Test(arguments: names)
    func editedTextChangesNothingElse(name: String) throws {
        let bytes = try bytes(of: name)
        try take(bytes)
        // Only a few of each, because every edit needs an export of the whole catalog.
        for note in try notes().prefix(3) {
            // A form needs at least two languages.
            guard let language = note.languages.last, note.languages.count > 1 else { continue }
            let old = note.text(of: .language(language))
            try write("“edited”", language.text, in: note)
            let changed = try library.exportCatalog(of: deck).bytes
            #expect(changed != bytes)
            #expect(Self.difference(changed, bytes) < 400 + old.utf8.count * 6)

            try write(old, language.text, in: try #require(try notes().first { $0.id == note.id }))
            let again = try StringCatalog(library.exportCatalog(of: deck).bytes)
            let before = try StringCatalog(bytes)
            #expect(
                again.entries.map(\.key).sorted() == before.entries.map(\.key).sorted()
            )
        }
    }

    /// The number of bytes from the first to the last that differ.
    private static func difference(_ one: [UInt8], _ other: [UInt8]) -> Int {
        let start = zip(one, other).prefix { $0 == $1 }.count
        let end = zip(one.reversed(), other.reversed()).prefix { $0 == $1 }.count
        return max(one.count, other.count) - start - min(end, min(one.count, other.count) - start)
    }

    @Test func noteHasAFieldForEachLanguageAndItsState() throws {
        try take(bytes(of: "states.xcstrings"))

        let note = try #require(try notes().first)
        let states = Dictionary(
            uniqueKeysWithValues: note.values.map { ($0.description, $1.state) }
        )

        #expect(note.key == "apple")
        #expect(states["en"] == .some(nil))
        #expect(Set(states.values.compactMap(\.self)).count > 3)
    }

    @Test func reportsTextsWhoseLanguageTheFileHoldsTwice() throws {
        let catalog = Self.catalog([
            "apple": ["ja": "りんご", "ja-JP": "ringo"], "pear": ["ja-JP": "nashi"],
        ])

        let report = try take(catalog, names: ["ja-JP": "ja"])

        #expect(
            report.leftOut == [
                "ja-JP: 1 text skipped, because “ja” contains the same language."
            ]
        )
        #expect(
            Set(try texts()) == [["en": "apple", "ja": "りんご"], ["en": "pear", "ja": "nashi"]]
        )
        #expect(try library.exportCatalog(of: deck).bytes == catalog)
    }

    @Test func readsALanguageUnderAnotherName() throws {
        let catalog = Self.catalog(["apple": ["ja": "りんご", "ja-JP": "ringo"]])

        try take(catalog, names: ["ja-JP": "ja-Latn"])

        #expect(try texts() == [["en": "apple", "ja": "りんご", "ja-Latn": "ringo"]])
        #expect(try library.exportCatalog(of: deck).bytes == catalog)
        try write("ringo!", "ja-Latn", in: try #require(try notes().first))
        let edited = try StringCatalog(library.exportCatalog(of: deck).bytes)
        #expect(edited.entries[0].localizations.map(\.name) == ["ja", "ja-JP"])
        #expect(
            throws: LibraryError.self,
            performing: { try take(catalog, names: ["ja-JP": "not a tag"]) }
        )
    }

    @Test func importingAgainKeepsTheLearnersChanges() throws {
        try take(
            Self.catalog(["apple": ["fi": "omena", "fr": "pomme"], "pear": ["fi": "päärynä"]])
        )
        try write("OMENA", "fi", in: try #require(try notes().first))

        let report = try take(
            Self.catalog([
                "apple": ["fi": "Omena", "fr": "la pomme"], "pear": ["fi": "päärynä"],
                "plum": ["fi": "luumu"],
            ])
        )

        let counts: [Int] = [report.added, report.updated, report.same, report.conflicts]
        #expect(counts == [1, 1, 1, 1] as [Int])
        #expect(
            try texts() == [
                ["en": "apple", "fi": "OMENA", "fr": "la pomme"],
                ["en": "pear", "fi": "päärynä"],
                ["en": "plum", "fi": "luumu"],
            ]
        )
    }

    @Test func deletingANoteRemovesItsKeyAndAddingOneAddsIt() throws {
        try take(Self.catalog(["apple": ["fi": "omena"], "pear": ["fi": "päärynä"]]))
        let apple = try #require(try notes().first)
        _ = try library.delete([apple.id], by: nil)
        var draft = NoteDraft(type: NoteType.languages.id, deck: apple.deck)
        draft.values[.language(.english)] = .init("plum")
        draft.values[.language(try #require(LanguageTag("fi")))] = .init("luumu")
        _ = try library.save(draft, by: nil)

        let catalog = try StringCatalog(library.exportCatalog(of: deck).bytes)

        #expect(catalog.entries.map(\.key) == ["pear", "plum"])
        #expect(catalog.entries[1].localizations.map(\.name) == ["fi"])
    }

    @Test func textsTooLongForANoteStayInTheFile() throws {
        let long = String(repeating: "ß", count: 60_000)
        let bytes = Self.catalog([
            "apple": ["de": long, "fi": "omena"], long: ["fi": "pitkä"], "\(long)2": [:],
        ])

        let report = try take(bytes)
        #expect(try texts() == [["en": "apple", "fi": "omena"], ["fi": "pitkä"]])
        #expect(report.leftOut.count == 4)
        #expect(try library.exportCatalog(of: deck).bytes == bytes)

        try write("õun", "et", in: try #require(try notes().first))
        let edited = try StringCatalog(library.exportCatalog(of: deck).bytes)
        #expect(edited.entries.map(\.key) == ["apple", long, "\(long)2"])
        #expect(edited.entries.first?.localizations.map(\.name).sorted() == ["de", "et", "fi"])
    }

    @Test func importIsOneChangeThatCanBeUndoneAndRedone() throws {
        let bytes = try bytes(of: "plural.xcstrings")
        let change = try #require(try take(bytes).change)
        let before = try notes()

        _ = try library.undo(change.id)
        #expect(try library.notes(of: NoteType.languages.id, in: deck) == nil)

        _ = try library.redo(change.id)
        #expect(try notes() == before)
        #expect(try library.exportCatalog(of: deck).bytes == bytes)
        _ = try library.undo(change.id)
        #expect(try library.notes(of: NoteType.languages.id, in: deck) == nil)
    }

    @Test func importCannotBeUndoneOnceItsNotesWereChanged() throws {
        let change = try #require(try take(Self.catalog(["apple": ["fi": "omena"]])).change)
        try write("õun", "et", in: try #require(try notes().first))

        #expect(throws: LibraryError.self) { try library.undo(change.id) }
        #expect(try texts() == [["en": "apple", "et": "õun", "fi": "omena"]])
    }

    @Test(
        arguments: [
            ("{\n  \"sourceLanguage\" : \"en\",\n  \"strings\" : {,}\n}", "Line 3, column 16: "),
            (
                "{\"sourceLanguage\":\"en\",\"strings\":{\"a\":{\"localizations\":{\"fi\":{\"stringUnit\":7}}}}}",
                "strings › a › localizations › fi › stringUnit: "
            ),
            ("{}", "sourceLanguage: "),
            ("[1]", "The catalog: "),
            (
                "{\n  \"sourceLanguage\" : \"en\",\n  \"strings\" : {",
                "Line 3, column 16: the text ends unexpectedly"
            ),
            ("{\"a\" : [1", "Line 1, column 10: the text ends unexpectedly"),
        ]
    )
    func invalidFileIsExplainedWithLineAndColumn(text: String, position: String) throws {
        let error = #expect(throws: LibraryError.self) { try take(Array(text.utf8)) }

        #expect(
            error?.description.hasPrefix("a.xcstrings isn’t a string catalog. \(position)") == true
        )
        #expect(try library.notes(of: NoteType.languages.id, in: deck) == nil)
        #expect(try library.history().isEmpty)
    }

    @Test func starterDeckIsExportedAndItsEditsAreImported() throws {
        let words = try #require(DeckName("First words"))
        let exported = try library.exportCatalog(of: words)
        var catalog = try StringCatalog(exported.bytes)
        let count = try #require(try library.notes(of: NoteType.languages.id, in: words)).count
        #expect(catalog.entries.count == count)
        let position = try #require(catalog.entries.firstIndex { $0.key == "apple" })
        catalog.entries[position].localizations.append(
            .init(name: "et", content: .unit(.init(value: "õun")))
        )

        let report = try library.importFile(
            ImportOptions(file: .sent(name: "words.xcstrings", catalog.bytes), deck: words),
            by: nil,
            opener: .throughMessages
        )

        #expect(report.added == 0)
        #expect(report.updated >= 1)
        #expect(
            try library.notes(of: NoteType.languages.id, in: words)?
                .first { $0.key == "apple" }?.text(of: .language(#require(LanguageTag("et"))))
                == "õun"
        )
    }

    private static func catalog(_ texts: KeyValuePairs<String, [String: String]>) -> [UInt8] {
        StringCatalog(
            sourceLanguage: .english,
            entries: texts.map { key, languages in
                .init(
                    key: key,
                    localizations: languages.sorted { $0.key < $1.key }.map {
                        .init(name: $0.key, content: .unit(.init(value: $0.value)))
                    }
                )
            }
        ).bytes
    }
}
