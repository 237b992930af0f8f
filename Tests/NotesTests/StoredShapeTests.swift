import Foundation
import Languages
import Notes
import Testing

/// Stored data must always be readable, and is written unchanged.
struct StoredShapeTests {
    @Test func noteTypesOfTheFirstReleaseAreRead() throws {
        let types = try JSONDecoder().decode([NoteType].self, from: resource("note-types-1"))

        #expect(
            types == [
                NoteType(
                    id: NoteTypeID(rawValue: 101),
                    name: "Vocabulary",
                    fields: [
                        .init(id: 1, name: "Finnish", language: LanguageTag("fi")),
                        .init(id: 3, name: "Meaning"),
                    ],
                    cards: .templates([
                        .init(id: 2, name: "Recognise", front: "{{Finnish}}", back: "{{Meaning}}")
                    ]),
                    css: ".card { color: navy }",
                    anki: #"{"did":1}"#
                ),
                NoteType(
                    id: NoteTypeID(rawValue: 102),
                    name: "Gaps",
                    fields: [.init(id: 1, name: "Text")],
                    cards: .cloze(
                        .init(id: 1, name: "Cloze", front: "{{cloze:Text}}", back: "{{cloze:Text}}")
                    )
                ),
                NoteType(
                    id: NoteTypeID(rawValue: 103),
                    name: "Languages",
                    fields: [],
                    cards: .languages
                ),
                NoteType(
                    id: NoteTypeID(rawValue: 104),
                    name: "Place",
                    fields: [.init(id: 1, name: "Name")],
                    cards: .place
                ),
            ]
        )
    }

    @Test func valuesOfTheFirstReleaseAreRead() throws {
        let values = try JSONDecoder().decode(
            [FieldID: FieldValue].self,
            from: resource("values-1")
        )

        let (japanese, romaji) = (
            try #require(LanguageTag("ja")), try #require(LanguageTag("ja-Latn"))
        )
        #expect(
            values == [
                1: FieldValue("omena"),
                .language(japanese): FieldValue("りんご", pronunciation: "ringo", state: "translated"),
                .language(romaji): FieldValue(
                    "ringo",
                    origin: .generated,
                    extras: #"{"from":"ja"}"#
                ),
            ]
        )
    }

    @Test(arguments: ["note-types-1", "values-1"])
    func isWrittenUnchanged(name: String) throws {
        let written =
            name == "values-1"
            ? try encoded([FieldID: FieldValue].self, name) : try encoded([NoteType].self, name)

        let before = try JSONSerialization.jsonObject(with: resource(name)) as? NSObject
        let after = try JSONSerialization.jsonObject(with: written) as? NSObject
        #expect(before == after)
    }

    @Test(arguments: NoteType.builtIn)
    func builtInTypesRoundTrip(type: NoteType) throws {
        let data = try JSONEncoder().encode(type)

        #expect(try JSONDecoder().decode(NoteType.self, from: data) == type)
        #expect(type.flaws == [])
    }

    @Test(arguments: [
        #"{"id":"1","name":"x","fields":[],"cards":{"kind":"unheard of"}}"#,
        #"{"id":"x","name":"x","fields":[],"cards":{"kind":"place"}}"#,
        #"{"id":"1","name":"x","fields":[{"id":"0","name":"y"}],"cards":{"kind":"place"}}"#,
        #"{"id":"1","name":"x","fields":[],"cards":{"kind":"cloze"}}"#,
    ])
    func refusesUnknownNoteTypes(json: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(NoteType.self, from: Data(json.utf8))
        }
    }

    @Test(arguments: [
        #"{"0":{"text":"x"}}"#, #"{"ja_JP":{"text":"x"}}"#, #"{"1":{}}"#,
        #"{"1":{"text":"x","origin":"dreamt"}}"#,
    ])
    func refusesInvalidValues(json: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([FieldID: FieldValue].self, from: Data(json.utf8))
        }
    }

    private func encoded<Value: Codable>(_ type: Value.Type, _ name: String) throws -> Data {
        try JSONEncoder().encode(JSONDecoder().decode(type, from: resource(name)))
    }

    private func resource(_ name: String) throws -> Data {
        try Data(contentsOf: Bundle.module.bundleURL.appending(path: "Resources/\(name).json"))
    }
}
