import Languages
import Notes
import Storage
import Testing

/// The fields of a note are written as `JSONEncoder` would write them, and can be read again.
struct StoredFieldsTests {
    private static let texts = [
        "", "omena", "\"quoted\" \\ and/or", "line\nfeed\r\ttab",
        "bell \u{7} \u{8}\u{C}\u{1F}\u{0}",
        "日本語 ਪੰਜਾਬੀ ے\u{301}", "\u{2028}\u{7F}<b>&amp;</b>", "👩‍👩‍👧‍👦", "{{c1::a}}",
    ]

    private static func values() throws -> [FieldID: FieldValue] {
        var values: [FieldID: FieldValue] = [:]
        for (place, text) in texts.enumerated() {
            values[.number(place * 9 + 1)] = FieldValue(text, pronunciation: text)
            let tag = try #require(LanguageTag("x-a\(place)"))
            values[.language(tag)] = FieldValue(
                text,
                pronunciation: place % 2 == 0 ? nil : text,
                origin: place % 3 == 0 ? .made : .typed,
                state: place % 4 == 0 ? "needs_review" : nil,
                extras: place % 5 == 0 ? #"{"a":1}"# : nil
            )
        }
        for tag in ["pa", "pa-Arab", "ja-Latn", "ja", "zh-Hant-TW", "zh-Hans"] {
            values[.language(try #require(LanguageTag(tag)))] = FieldValue(tag)
        }
        return values
    }

    @Test func areWrittenAsTheEncoderWritesThem() throws {
        let values = try Self.values()

        #expect(StoredFields.text(of: values) == (try StoredJSON.text(of: values)))
        #expect(StoredFields.text(of: [:]) == "{}")
    }

    @Test func readBack() throws {
        // Texts with escaped control characters are left to `JSONDecoder`.
        let values = try Self.values().filter { !$0.value.text.contains("bell") }
        var text = StoredFields.text(of: values)

        #expect(text.withUTF8 { StoredFields.read(UnsafeRawBufferPointer($0)) } == values)
    }

    @Test(arguments: [[], ["ja"], ["pa", "zh"], ["x"], ["z"], ["fi"]])
    func readSomeLanguagesAlone(_ languages: [String]) throws {
        // Once in the format of the fast reader, once in one that `JSONDecoder` has to parse.
        for hasEscapes in [false, true] {
            let values = try Self.values().filter { hasEscapes || !$0.value.text.contains("bell") }
            var text = StoredFields.text(of: values)

            let read = try text.withUTF8 {
                try StoredFields.values(UnsafeRawBufferPointer($0), in: languages)
            }

            #expect(
                read
                    == values.filter { field, _ in
                        guard case .language(let tag) = field else { return true }
                        return languages.contains(tag.language)
                    }
            )
        }
    }

    @Test(
        arguments: [
            [:], [1: FieldValue("plain")],
            [1: FieldValue("a"), 2: FieldValue("b"), 10: FieldValue("c")],
            [1: FieldValue("“é” 日本 \"quoted\" \\ / \n\r\n\t end")],
            [1: FieldValue("\"\u{301} a quote with an accent")],
            [1: FieldValue("bell \u{7} \u{1F}")],
            [1: FieldValue("text", pronunciation: "said"), 2: FieldValue("x", state: "new")],
            [.language(.english): FieldValue("a"), 1: FieldValue("", origin: .made)],
        ] as [[FieldID: FieldValue]]
    )
    func areTheEncoders(_ values: [FieldID: FieldValue]) throws {
        #expect(StoredFields.text(of: values) == (try StoredJSON.text(of: values)))
    }
}
