import Notes
import Testing

/// Sides as HTML compared with Anki 26.9.3, except for the work of its scripts.
struct FaceMarkupTests {
    @Test(arguments: [
        ("{{Front}}", "a <b>b</b>", "a <b>b</b>"),
        ("<p>{{text:Front}}</p>", "a <b>b</b>", "<p>a b</p>"),
        ("{{#Front}}x{{Front}}{{/Front}}{{^Front}}y{{/Front}}", "a", "xa"),
        (
            "{{furigana:Front}}", "日本語[にほんご]を 勉強[べんきょう]する",
            "<ruby><rb>日本語</rb><rt>にほんご</rt></ruby>を<ruby><rb>勉強</rb><rt>べんきょう</rt></ruby>する"
        ),
        ("{{kana:Front}}", "水[みず]", "みず"),
        ("{{kanji:Front}}", "水[みず]", "水"),
        ("{{hint:Front}}", "a", "<omena-hint label=\"Front\">a</omena-hint>"),
        (
            "{{tts ja_JP voices=X:Front}}", "<b>水</b>",
            "<omena-tts tag=\"ja_JP\" text=\"水\"></omena-tts>"
        ),
        // A quote with a combining accent ends an attribute too.
        (
            "{{tts ja_JP voices=X:Front}}", "\"\u{301}水<\u{338}",
            "<omena-tts tag=\"ja_JP\" text=\"&quot;\u{301}水&lt;\u{338}\"></omena-tts>"
        ),
        ("{{type:Front}}", "a", "<omena-type field=\"Front\"></omena-type>"),
        (
            "[sound:x.mp3] \\(x^2\\) [latex]x[/latex] {{Front}}", "a",
            "[sound:x.mp3] \\(x^2\\) [latex]x[/latex] a"
        ),
    ])
    func writesAFrontAsAnkiDoes(_ front: String, _ text: String, _ expected: String) throws {
        let sides = try #require(rendered(front: front, back: "{{FrontSide}}", text: text))

        #expect(sides.front.markup?.html == expected)
    }

    @Test func marksGapsByClass() throws {
        let sides = try #require(
            rendered(
                front: "{{cloze:Front}}",
                back: "{{cloze:Front}}",
                text: "The {{c1::cat::animal}} sat on the {{c2::mat {{c1::x}}}}.",
                isCloze: true
            )
        )

        #expect(
            sides.front.markup?.html
                == "The <span class=\"cloze\" data-ordinal=\"1\">[animal]</span> sat on the "
                + "<span class=\"cloze-inactive\" data-ordinal=\"2\">mat "
                + "<span class=\"cloze\" data-ordinal=\"1\">[...]</span></span>."
        )
        #expect(
            sides.back.markup?.html.contains("<span class=\"cloze\" data-ordinal=\"1\">cat</span>")
                == true
        )
        #expect(sides.front.text == "The [animal] sat on the mat [...].")
    }

    @Test func drawsOcclusionShapes() throws {
        let sides = try #require(
            rendered(
                front: "{{cloze:Front}}<img src=a.png>",
                back: "{{cloze:Front}}<img src=a.png>",
                text: """
                    {{c1::image-occlusion:rect:left=.1:top=.2:width=.3:height=.4}}\
                    {{c2::image-occlusion:ellipse:left=.5:top=.5:rx=.1:ry=.2:oi=1}}\
                    {{c3::image-occlusion:polygon:points=0,0 1,0 1,1}}\
                    {{c0::image-occlusion:text:left=.6:top=.05:text=A\\: "<b>":fs=.1}}\
                    {{c1::image-occlusion:rect:left=x:top=.2:width=.3:height=nan}}
                    """,
                isCloze: true
            )
        )

        let others =
            "<omena-shape kind=\"ellipse\" role=\"hidden\" points=\"0.5 0.5 0.1 0.2\"></omena-shape>"
            + "<omena-shape kind=\"text\" role=\"asked\" points=\"0.6 0.05\" text=\"A: &quot;&quot;\" size=\"0.1\"></omena-shape>"
            + "<img src=a.png>"
        func rect(_ role: String) -> String {
            "<omena-shape kind=\"rect\" role=\"\(role)\" points=\"0.1 0.2 0.3 0.4\"></omena-shape>"
        }
        #expect(sides.front.markup?.html == rect("asked") + others)
        #expect(sides.back.markup?.html == rect("found") + others)
        #expect(!sides.front.text.contains("image-occlusion"))
    }

    @Test func rotatesAndMovesOcclusionShapes() throws {
        let sides = try #require(
            rendered(
                front: "{{cloze:Front}}",
                back: "{{cloze:Front}}",
                text: """
                    {{c1::image-occlusion:rect:left=.5:top=.25:width=.5:height=.5:angle=30}}\
                    {{c1::image-occlusion:polygon:left=.5:top=.25:points=0,0 .5,0 .5,.5:angle=30}}\
                    {{c1::image-occlusion:ellipse:left=0:top=0:rx=.5:ry=.5:oi=2}}\
                    {{c2::image-occlusion:ellipse:left=.5:top=0:rx=.5:ry=.5:oi=2}}
                    """,
                isCloze: true
            )
        )

        func shapes(_ role: String) -> String {
            "<omena-shape kind=\"rect\" role=\"\(role)\" points=\"0.5 0.25 0.5 0.5\" angle=\"30.0\"></omena-shape>"
                + "<omena-shape kind=\"polygon\" role=\"\(role)\" points=\"0.5 0.25 1.0 0.25 1.0 0.75\"></omena-shape>"
        }
        let other =
            "<omena-shape kind=\"ellipse\" role=\"hidden\" points=\"0.5 0.0 0.5 0.5\"></omena-shape>"
        #expect(sides.front.markup?.html == shapes("asked") + other)
        #expect(sides.back.markup?.html == shapes("found"))
    }

    @Test func includesTheTypedAnswerOnTheBackOnly() throws {
        let sides = try #require(
            rendered(
                front: "?{{type:nc:Front}}",
                back: "{{FrontSide}}<hr>{{type:nc:Front}}",
                text: "<i>caf&eacute;</i> \"x\" &amp; y"
            )
        )

        #expect(
            sides.front.markup?.html == "?<omena-type field=\"Front\" loose=\"on\"></omena-type>"
        )
        #expect(
            sides.back.markup?.html
                == "?<hr><omena-type field=\"Front\" answer=\"caf&eacute; &quot;x&quot; &amp; y\" loose=\"on\"></omena-type>"
        )
    }

    @Test(arguments: [("{}", "see x^2"), (nil, "see \\(x^2\\)")] as [(String?, String)])
    func textShowsTheFormulasOfAnkiWithoutTheirMarks(anki: String?, text: String) throws {
        let sides = try #require(
            rendered(front: "{{Front}}", back: "", text: "see \\(x^2\\)", anki: anki)
        )

        #expect(sides.front.text == text)
    }

    @Test func textTypesHaveNoMarkup() throws {
        let sides = try #require(
            rendered(front: "{{Front}}", back: "{{Front}}", text: "a", anki: nil)
        )

        #expect(sides.front.markup == nil)
    }

    @Test(.timeLimit(.minutes(1))) func limitsABackThatRepeatsTheFront() throws {
        let sides = try #require(
            rendered(
                front: "{{Front}}" + String(repeating: "x", count: 90_000),
                back: String(repeating: "{{FrontSide}}", count: 7_000),
                text: "a"
            )
        )

        #expect(sides.back.text.utf8.count < 3 << 20)
        #expect(try #require(sides.back.markup).html.utf8.count < 3 << 20)
    }

    /// Pieces that show nothing count as well.
    @Test(.timeLimit(.minutes(1))) func limitsABackThatRepeatsAFrontOfManyPieces() throws {
        let sides = try #require(
            rendered(
                front: "{{Front}}" + String(repeating: "{{hint:No}}", count: 30_000),
                back: String(repeating: "{{FrontSide}}", count: 20_000),
                text: "a"
            )
        )

        #expect(sides.front.text == "a")
        #expect(sides.back.text.hasPrefix("a"))
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            "{{text:Front}}", "{{hint:furigana:Front}}", "{{text:text:text:text:Front}}",
            "{{FrontSide}}",
        ]
    )
    func limitsABackThatRepeatsALongField(_ tag: String) throws {
        let (generator, note) = card(
            front: "{{Front}}",
            back: String(repeating: tag, count: 500),
            text: String(repeating: "long ", count: 20_000)
        )

        let markup = try #require(generator.markup(of: note, face: .template(1), in: nil))

        #expect(markup.front.utf8.count == 100_000)
        #expect(markup.back.utf8.count >= 100_000 && markup.back.utf8.count < 5 << 20)
    }

    @Test(.timeLimit(.minutes(1))) func asksALongFieldOnceWhetherItIsEmpty() {
        let sides = rendered(
            front: String(repeating: "{{Front}}", count: 10_000),
            back: "",
            text: String(repeating: "<br>", count: 100_000)
        )

        #expect(sides == nil)
    }

    private func rendered(
        front: String,
        back: String,
        text: String,
        isCloze: Bool = false,
        anki: String? = "{}"
    ) -> CardSides? {
        let (generator, note) = card(
            front: front,
            back: back,
            text: text,
            isCloze: isCloze,
            anki: anki
        )
        return generator.sides(
            of: note,
            face: isCloze ? .cloze(1) : .template(1),
            withMarkup: true
        )
    }

    private func card(
        front: String,
        back: String,
        text: String,
        isCloze: Bool = false,
        anki: String? = "{}"
    ) -> (CardGenerator, Note) {
        let template = NoteType.Template(id: 1, name: "Card", front: front, back: back)
        let type = NoteType(
            id: NoteTypeID(rawValue: 100),
            name: "Type",
            fields: [NoteType.Field(id: 1, name: "Front")],
            cards: isCloze ? .cloze(template) : .templates([template]),
            anki: anki
        )
        let note = Note(
            id: NoteID(rawValue: 1),
            guid: NoteGUID(rawValue: "guid"),
            type: type.id,
            deck: DeckID(rawValue: 1),
            values: [1: FieldValue(text)],
            made: Moment(milliseconds: 0)
        )
        return (CardGenerator(type), note)
    }
}
