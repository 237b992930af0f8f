import Languages
import Notes
import Testing

/// A card whose author chose no look gets Omena's.
struct StockLookTests {
    private static let stock = """
        .card {
            font-family: arial;
            font-size: 20px;
            text-align: center;
            color: black;
            background-color: white;
        }
        """

    private func type(
        _ name: String = "Basic",
        css: String = stock,
        back: String = "{{FrontSide}}\n\n<hr id=answer>\n\n{{Back}}",
        id: Int64 = 7,
        fields: [String] = ["Front", "Back"]
    ) -> NoteType {
        NoteType(
            id: NoteTypeID(rawValue: id),
            name: name,
            fields: fields.enumerated().map {
                NoteType.Field(id: .number($0.offset + 1), name: $0.element)
            },
            cards: .templates([
                .init(id: 1, name: "Card 1", front: "{{Front}}", back: back)
            ]),
            css: css,
            anki: "{}"
        )
    }

    @Test(arguments: [
        stock, "", "/* none */ .card{font-size:20px}", stock + ".cloze { color: blue }",
        ".card { line-height: 1.5;\n text-align: center; }\n.nightMode .cloze { color: lightblue; }",
    ])
    func stockSheetIsNoLook(css: String) {
        #expect(type(css: css).hasStockLook)
    }

    @Test(arguments: [
        ".card { color: navy }", stock + ".card b { color: black }",
        "@media print { .card { color: black } }", "@import 'other.css';",
    ])
    func sheetOfAnAuthorIsALook(css: String) {
        #expect(!type(css: css).hasStockLook)
    }

    @Test func templateOfAnAuthorIsALook() {
        #expect(!type(back: "<div class=box>{{Back}}</div>").hasStockLook)
        #expect(type(back: "{{cloze:Back}}<BR/>{{Front}}").hasStockLook)
    }

    @Test func typesOfOneNameAreToldApart() {
        let types = [NoteType.basic, type(), type("Vocabulary", id: 8)]
        let more = types + [type(id: 9, fields: ["Front", "Back", "Hint"])]

        #expect(
            types.map { $0.localizedName(among: types).description }
                == ["Basic", "Basic · Anki", "Vocabulary"]
        )
        #expect(
            more.map { $0.localizedName(among: more).description } == [
                "Basic", "Basic · Anki · Front, Back", "Vocabulary",
                "Basic · Anki · Front, Back, Hint",
            ]
        )
    }

    @Test(arguments: [
        ("apple<br>pear &amp; plum", true, "apple\npear & plum"),
        ("apple<br>pear &amp; plum", false, "apple<br>pear &amp; plum"),
    ])
    func promptIsRead(text: String, isHTML: Bool, read: String) {
        let note = note(text)

        #expect(note.readablePrompt(as: isHTML ? type() : .basic) == read)
    }

    @Test func promptWithGapsIsRead() throws {
        let cloze = try #require(
            NoteType.builtIn.first { if case .cloze = $0.cards { true } else { false } }
        )

        let read = note("{{c1::Helsinki::city}} is {{c2::here}}").readablePrompt(as: cloze)

        #expect(read == "Helsinki is here")
    }

    private func note(_ text: String) -> Note {
        Note(
            id: NoteID(rawValue: 1),
            guid: NoteGUID(rawValue: "1"),
            type: NoteType.basic.id,
            deck: DeckID(rawValue: 1),
            values: [.number(1): FieldValue(text)],
            made: Moment(milliseconds: 0)
        )
    }
}
