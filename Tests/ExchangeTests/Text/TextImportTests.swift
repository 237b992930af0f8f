import Exchange
import Foundation
import Languages
import Library
import LibraryValues
import Notes
import TestFolder
import TestLibrary
import Testing

/// Tables and lists become notes.
struct TextImportTests {
    private let temporary: TemporaryFolder
    private let library: Library

    init() throws {
        temporary = try TemporaryFolder()
        let clock = TickingClock()
        library = try Library.openNew(at: temporary.path("a.omena")) { clock.next }
    }

    @discardableResult
    private func importText(
        _ text: String,
        name: String = "Words.csv",
        columns: [String: String] = [:],
        update: UpdateRule? = nil,
        options: TextOptions = TextOptions()
    ) throws -> ImportReport {
        try library.importFile(
            ImportOptions(
                file: .sent(name: name, Array(text.utf8)),
                names: columns,
                update: update,
                text: options
            ),
            by: nil,
            opener: .throughMessages
        )
    }

    private func rows(_ deck: String, of type: NoteType = .basic) throws -> [[String]] {
        let name = try #require(DeckName(deck))
        return try (library.notes(of: type.id, in: name) ?? []).map { note in
            note.values.sorted { $0.key < $1.key }.map(\.value.text)
        }
    }

    @Test func followsTheHeaderOfAnki() throws {
        let text = """
            #separator:Semicolon
            #html:true
            #notetype:Cloze
            #deck:French::Verbs
            #tags:verbs new
            #tags column:3
            #guid column:4
            {{c1::être}};"to be<br>&amp; so";irregular;abc!1
            "{{c1::avoir}}";<img src="a.png">;;abc!2
            """

        let report = try importText(text)

        #expect(report.deck?.text == "French::Verbs" && report.added == 2)
        let deck = try #require(report.deck)
        let notes = try library.notes(of: NoteType.cloze.id, in: deck) ?? []
        #expect(notes.map(\.guid.rawValue) == ["abc!1", "abc!2"])
        #expect(
            notes.map { Set($0.tags.map(\.text)) } == [
                ["irregular", "new", "verbs"], ["new", "verbs"],
            ]
        )
        #expect(
            try rows("French::Verbs", of: .cloze) == [
                ["{{c1::être}}", "to be\n& so"], ["{{c1::avoir}}", "<img src=\"a.png\">"],
            ]
        )
    }

    @Test func assignsRowsToTheirOwnDecksAndTypes() throws {
        let text = """
            #notetype column:1
            #deck column:2
            Basic,A::B,one,1
            Basic (and reversed card),C,two,2
            Kanji,C,水,water,mizu
            ,,three,3
            """

        let report = try importText(text)

        #expect(report.newDecks.map(\.text).sorted() == ["A::B", "C", "Words"])
        #expect(report.newTypes == ["Kanji"] && report.added == 4 && report.deck == nil)
        #expect(try rows("A::B") == [["one", "1"]] && rows("Words") == [["three", "3"]])
        #expect(try rows("C", of: .basicAndReversed) == [["two", "2"]])
        let kanji = try #require(try library.noteTypes().map(\.type).first { $0.name == "Kanji" })
        #expect(try rows("C", of: kanji) == [["水", "water", "mizu"]])
        #expect(try importText(text).same == 4)
    }

    @Test func aNumberInARowIsTheNameOfAType() throws {
        let report = try importText("#notetype column:1\n4,one,1\n\"#4\",two,2\n")

        #expect(report.newTypes.sorted() == ["#4", "4"] && report.added == 2)
    }

    @Test(arguments: [
        ("#html:false\na,<i>1 & 2</i>", "<i>1 & 2</i>"),
        ("#html:true\na,1 &amp; 2", "1 & 2"),
        // Without a header, tags decide, as in Anki; what only resembles a tag is text.
        ("a,<i>1 &amp; 2</i>", "1 & 2"), ("a,1 &amp; 2", "1 &amp; 2"),
        ("a,vector<int> < 2", "vector<int> < 2"), ("#html:maybe\na,b<br>c", "b\nc"),
    ])
    func textIsMarkupIfTheHeaderSaysSo(text: String, back: String) throws {
        try importText("#separator:comma\n\(text)")

        #expect(try rows("Words") == [["a", back]])
    }

    @Test func listWithAHeaderOfAnkiIsReadAsInAnki() throws {
        try importText("#separator:comma\na,<b>1</b> &amp; 2", name: "Words.txt")

        #expect(try rows("Words") == [["a", "1 & 2"]])
    }

    @Test func tooLargeTextIsRefused() throws {
        let path = temporary.path("Words.csv")
        try #require(FileManager.default.createFile(atPath: path, contents: nil))
        try #require(truncate(path, 256 << 20 + 1) == 0)

        let error = #expect(throws: LibraryError.self) {
            try library.importFile(
                ImportOptions(file: .disk(DiskFile(path))),
                by: nil,
                opener: .throughMessages
            )
        }
        #expect(error?.description == "Words.csv: the file is larger than 256 MiB.")
    }

    @Test(arguments: [
        (UpdateRule.newer, (1, 0), "new"), (.always, (1, 0), "new"), (.never, (0, 1), "old"),
    ])
    func recognisesANoteByItsFirstField(
        rule: UpdateRule,
        counts: (Int, Int),
        text: String
    ) throws {
        try importText("cat,old\ndog,same")

        let report = try importText("dog,same\ncat,new\nbird,third", update: rule)

        #expect((report.added, report.same) == (1, 1))
        #expect((report.updated, report.leftAlone) == counts)
        #expect(try rows("Words") == [["cat", text], ["dog", "same"], ["bird", "third"]])
    }

    @Test func keepsBothMeaningsOfARepeatedWord() throws {
        let text = "bank,river\nbank,money\nbank,river\nbank,money\n"

        let report = try importText(text)
        let again = try importText(text)

        #expect((report.added, report.updated, report.same) == (2, 0, 2))
        #expect(try rows("Words") == [["bank", "river"], ["bank", "money"]])
        #expect((again.added, again.updated, again.same) == (0, 0, 4))
    }

    @Test(arguments: [
        ("a,1,x\nb,2,y", [:], ["“Basic” has no field for column “3”."]),
        ("#columns:Front,Back,Rank\na,1,7", [:], ["“Basic” has no field for column “Rank”."]),
        ("a,1,\nb,2, ", [:], []), ("a,1,x", ["3": "ignore"], []),
    ])
    func reportsUnusedColumns(
        text: String,
        columns: [String: String],
        lines: [String]
    ) throws {
        #expect(try importText(text, columns: columns).leftOut == lines)
    }

    @Test func reportsRefusedRowsWithTheirLines() throws {
        let long = String(repeating: "x", count: NoteDraft.longestText + 1)

        let report = try importText("#deck column:3\na,1\n,2\n\"b\nc\",3\nd,\(long)\ne,5,::")

        #expect(report.added == 2 && report.leftOutCount == 3)
        #expect(report.leftOut.map { $0.prefix(8) } == ["Line 3: ", "Line 6: ", "Line 7: "])
    }

    @Test func isOneChangeThatCanBeUndone() throws {
        try importText("cat,old")
        let report = try importText("cat,new\ndog,2\nbird,3")

        _ = try library.undo(try #require(report.change).id)
        #expect(try rows("Words") == [["cat", "old"]])

        _ = try library.redo(try #require(report.change).id)
        #expect(try rows("Words") == [["cat", "new"], ["dog", "2"], ["bird", "3"]])
    }

    @Test func previewChangesNothing() throws {
        let order = ImportOptions(file: .sent(name: "Words.csv", Array("a,1\na,2\nb,3\n,4".utf8)))

        let preview = try library.previewImport(order, opener: .throughMessages).report
        var report = try library.importFile(order, by: nil, opener: .throughMessages)

        report.change = nil
        #expect(preview == report && report.added == 3 && report.leftOutCount == 1)
    }

    @Test(arguments: [
        ("tab", "kissa\tcat, a pet\nkoira\tdog"),
        ("dash", "kissa – cat\nkoira - dog\nlintu — bird"),
        ("dash", "kissa – cat\nkoira - dog\ntalo: house"),
        ("equals", "kissa = cat\nkoira=dog"), ("colon", "kissa: cat, pet\nkoira: dog: big"),
        ("comma", "kissa,cat\nkoira,dog"), ("lines", "kissa\ncat\na pet\n\nkoira\ndog"),
        ("semicolon", "kissa;cat\nkoira;dog"),
    ])
    func readsListsInCommonLayouts(layout: String, text: String) throws {
        let order = ImportOptions(file: .sent(name: "List.txt", Array(text.utf8)))

        let columns = try #require(
            try library.previewImport(order, opener: .throughMessages).columns
        )
        _ = try library.importFile(order, by: nil, opener: .throughMessages)

        #expect(columns.layout.name == layout && columns.columns.count == 2)
        #expect(try rows("List").map { $0[0] }.prefix(2) == ["kissa", "koira"])
        #expect(try rows("List").allSatisfy { $0.count == 2 })
    }

    @Test func usesTheChosenMeaningsOfColumns() throws {
        let text = "n,cat,animals,kissa\nn,dog,animals,koira"

        try importText(text, columns: ["4": "Front", "2": "Back", "3": "tags", "1": "ignore"])

        #expect(try rows("Words") == [["kissa", "cat"], ["koira", "dog"]])
        let noField = ExchangeError.noField("Nothing", type: "Basic")
        #expect(throws: LibraryError.refused(noField.words)) {
            try importText(text, columns: ["1": "Nothing"])
        }
        let noColumn = ExchangeError.noColumn("Fifth")
        #expect(throws: LibraryError.refused(noColumn.words)) {
            try importText(text, columns: ["Fifth": "Back"])
        }
    }

    @Test func reportsTheDeckWhateverTheFileIsCalled() throws {
        let report = try importText("#deck column:1\nFruit,one,1\nFruit,two,2\n")

        #expect(report.deck?.text == "Fruit" && report.isNewDeck && report.newDecks.isEmpty)
        #expect(report.change?.says.description.contains("“Fruit”") == true)
    }

    @Test func columnsNamedAfterLanguagesBecomeMultilingualNotes() throws {
        let report = try importText("English,fi,fr,Tags\ncat,kissa,,animals\ndog,,chien,\n")

        let deck = try #require(report.deck)
        let notes = try #require(try library.notes(of: NoteType.languages.id, in: deck))
        #expect(report.added == 2)
        #expect(notes.map { $0.languages.map(\.text).sorted() } == [["en", "fi"], ["en", "fr"]])
    }

    @Test(arguments: [
        ("cat,kissa\ndog,\nfox", ["Line 2: the answer is empty.", "Line 3: the answer is empty."]),
        ("English,fi\ncat,kissa\ndog,\n", ["Line 3: only one language is filled in."]),
        (
            "#notetype:Cloze\n#separator:comma\n{{c1::a}},b\na,b",
            ["Line 4: nothing is hidden. Mark the text to hide: {{c1::word}}."]
        ),
        // Either field of a word's answer is enough.
        ("#columns:Word,Pronunciation,Definition\ncat,kat,\ndog,,hound", []),
    ])
    func refusesARowThatWouldNeverBeAsked(text: String, lines: [String]) throws {
        let order = ImportOptions(file: .sent(name: "Words.csv", Array(text.utf8)))

        let preview = try library.previewImport(order, opener: .throughMessages).report
        let report = try importText(text)

        #expect(report.leftOut == lines && report.leftOutCount == lines.count)
        #expect(report.added > 0 && preview.added == report.added && preview.leftOut == lines)
    }

    @Test(arguments: [
        ("cat,kissa\n,koira", "Ligne 2\u{A0}: le champ «\u{A0}Recto\u{A0}» est vide."),
        ("a,1,x", "«\u{A0}De base\u{A0}» n’a pas de champ pour la colonne «\u{A0}3\u{A0}»."),
    ])
    func reasonsNameBuiltInFieldsInTheLanguageOfTheInterface(text: String, line: String) throws {
        let report = try InterfaceLanguage.withCurrent(.french) { try importText(text) }

        #expect(report.leftOut == [line])
    }

    @Test func createsNoDeckForRefusedRowsAlone() throws {
        let report = try importText("cat,\ndog,\n")

        #expect(report.leftOutCount == 2 && report.change == nil)
        #expect(try library.decks().map(\.name.text) == ["First questions", "First words"])
    }

    @Test func aRowWithoutAnAnswerUpdatesANoteThatHasOne() throws {
        try importText("Front,Back,Tags\ncat,kissa,\n")

        let report = try importText("Front,Back,Tags\ncat,,animals\ndog,,animals\ncat,katti,\n")

        #expect((report.added, report.updated, report.leftOutCount) == (0, 2, 1))
        #expect(report.leftOut == ["Line 3: the answer is empty."])
        #expect(try rows("Words") == [["cat", "katti"]])
    }

    @Test(arguments: [
        ("", "Words.csv is empty. Export it again, or choose another file."),
        (
            "\n \n,,\n",
            "Words.csv contains no cards. It needs a line for each card, with a question and an answer."
        ),
        (
            "Front,Back\n",
            "Words.csv contains no cards. It needs a line for each card, with a question and an answer."
        ),
    ])
    func saysWhatAFileWithoutCardsLacks(text: String, words: String) throws {
        let error = #expect(throws: LibraryError.self) { try importText(text) }

        #expect(error?.description == words)
    }
}
