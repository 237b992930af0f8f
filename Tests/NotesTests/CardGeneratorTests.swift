import Languages
import Notes
import Testing

struct CardGeneratorTests {
    @Test func languagesAskEveryPair() throws {
        let note = try note(["en": "apple", "fi": "omena", "ja-Latn": "ringo", "fr": " "])

        #expect(
            CardGenerator(.languages).faces(of: note).map(\.description) == [
                "en>fi", "en>ja-Latn", "fi>en", "fi>ja-Latn", "ja-Latn>en", "ja-Latn>fi",
            ]
        )
    }

    @Test func languageSidesHavePronunciations() throws {
        var note = try note(["en": "apple", "ja": "りんご", "ja-Latn": "ringo"])
        let face = try #require(Face("en>ja"))

        let sides = try #require(CardGenerator(.languages).sides(of: note, face: face))
        #expect(sides.front == CardSide(text: "apple", language: LanguageTag("en")))
        #expect(
            sides.back == CardSide(text: "りんご", language: LanguageTag("ja"), pronunciation: "ringo")
        )

        let japanese = FieldID.language(try #require(LanguageTag("ja")))
        note.values[japanese]?.pronunciation = "りんご"
        #expect(CardGenerator(.languages).sides(of: note, face: face)?.back.pronunciation == "りんご")
    }

    @Test(arguments: ["en>fr", "fr>en", "1", "c1", "map", "en>zh-Hans"])
    func languageNoteHasNoOtherFaces(face: String) throws {
        let note = try note(["en": "apple", "fi": "omena", "fr": ""])

        #expect(CardGenerator(.languages).sides(of: note, face: try #require(Face(face))) == nil)
    }

    @Test(arguments: [
        ("", "far away", true, []),
        ("New location", "far away", true, []),
        (" New location ", "far away", false, []),
        ("Lapland", "", false, []),
        ("Lapland", "", true, ["map"]),
        ("Lapland", "far north", false, ["1", "2"]),
        ("Lapland", "far north", true, ["1", "2", "map"]),
    ])
    func placesAskWhatTheyContain(name: String, description: String, isOnMap: Bool, faces: [String])
        throws
    {
        var note = try note([:])
        note.values = [
            .placeName: FieldValue(name), .placeDescription: FieldValue(description),
        ]
        if isOnMap { note.place = Place(latitude: 68, longitude: 25) }

        #expect(CardGenerator(.place).faces(of: note).map(\.description) == faces)
    }

    @Test func placeAsksForNameByDescription() throws {
        var note = try note([:])
        note.values = [
            .placeName: FieldValue("Lapland"), .placeDescription: FieldValue("far north"),
        ]
        let generator = CardGenerator(.place)

        let (name, description) = (CardSide(text: "Lapland"), CardSide(text: "far north"))
        #expect(
            generator.sides(of: note, face: .placeToDescription)
                == CardSides(front: name, back: description)
        )
        #expect(
            generator.sides(of: note, face: .descriptionToPlace)
                == CardSides(front: description, back: name)
        )
    }

    @Test func sidesArePlainText() throws {
        let type = type(
            front: "<div class=q>{{Front}}</div><!-- {{Back}} -->",
            back: "{{FrontSide}}\n<hr id=answer>{{Back}}<br>{{#Front}}&copy; &lt;me&gt;{{/Front}}"
        )
        var note = try note([:])
        note.values = [1: FieldValue("1 < 2 & <b>"), 2: FieldValue("yes")]

        let sides = try #require(CardGenerator(type).sides(of: note, face: .template(1)))
        #expect(sides.front.text == "1 < 2 & <b>")
        #expect(sides.back.text == "1 < 2 & <b>\n\n\nyes\n&copy; <me>")
    }

    @Test func typedAndHintFieldsAreShownOnTheBackOnly() throws {
        let type = type(front: "{{Front}} {{type:Back}}{{hint:Back}}", back: "{{type:Back}}")
        var note = try note([:])
        note.values = [1: FieldValue("omena"), 2: FieldValue("apple")]

        let sides = try #require(CardGenerator(type).sides(of: note, face: .template(1)))
        #expect(sides.front.text == "omena")
        #expect(sides.back.text == "apple")
    }

    @Test func sideIsInTheLanguageOfItsFields() throws {
        var type = type(front: "{{Front}}", back: "{{Front}} {{Back}}")
        type.fields[0].language = LanguageTag("fi")
        var note = try note([:])
        note.values = [1: FieldValue("omena", pronunciation: "ˈomenɑ"), 2: FieldValue("apple")]

        let sides = try #require(CardGenerator(type).sides(of: note, face: .template(1)))
        #expect(
            sides.front
                == CardSide(text: "omena", language: LanguageTag("fi"), pronunciation: "ˈomenɑ")
        )
        #expect(sides.back == CardSide(text: "omena apple"))
    }

    @Test func wordShowsPronunciationBelowDefinition() throws {
        var note = try note([:])
        note.values = [1: FieldValue("apple"), 2: FieldValue("/ˈæpəl/"), 3: FieldValue("A fruit.")]

        let sides = try #require(CardGenerator(.word).sides(of: note, face: .template(1)))
        #expect(
            sides
                == CardSides(
                    front: CardSide(text: "apple"),
                    back: CardSide(text: "A fruit.\n/ˈæpəl/")
                )
        )
    }

    @Test func invalidTemplateGeneratesNoCards() throws {
        let type = type(front: "{{Front}}", back: "{{Back}}\n {{/Front}}")
        var note = try note([:])
        note.values = [1: FieldValue("x")]

        #expect(CardGenerator(type).faces(of: note) == [])
        #expect(
            type.flaws.map(\.description) == [
                "On the back: Line 2, column 2: {{/Front}} closes a section that was never opened."
            ]
        )
    }

    @Test(arguments: [
        "{{", "<!--", "{{#Front}}", "{{^Front}}{{/Front}}", "<", "{{=<% %>=}}", "{{{{}}",
    ])
    func longTemplatesAreParsedInOnePass(piece: String) throws {
        let long = String(repeating: piece, count: 20_000)
        let clock = ContinuousClock()

        let time = clock.measure { _ = type(front: long, back: long).flaws }
        #expect(time < .seconds(10))
    }

    @Test(arguments: ["{{c1::", "{{c1::}}", "{{c", "}}", "{{c1::a::b", "::", "{{c111111111"])
    func longGapTextsAreParsedInOnePass(piece: String) throws {
        var note = try note([:])
        note.values = [1: FieldValue(String(repeating: piece, count: 20_000))]
        let clock = ContinuousClock()

        let time = clock.measure { _ = CardGenerator(.cloze).sides(of: note, face: .cloze(1)) }
        #expect(time < .seconds(10))
    }

    private func type(front: String, back: String) -> NoteType {
        var type = NoteType.basic
        type.cards = .templates([.init(id: 1, name: "Card", front: front, back: back)])
        return type
    }

    private func note(_ texts: [String: String]) throws -> Note {
        var values: [FieldID: FieldValue] = [:]
        for (language, text) in texts {
            values[.language(try #require(LanguageTag(language)))] = FieldValue(text)
        }
        return Note(
            id: NoteID(rawValue: 1),
            guid: NoteGUID(rawValue: "guid"),
            type: NoteTypeID(rawValue: 1),
            deck: DeckID(rawValue: 1),
            values: values,
            made: Moment(milliseconds: 0)
        )
    }
}
