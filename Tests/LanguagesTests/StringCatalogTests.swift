import Languages
import Testing

struct StringCatalogTests {
    @Test func readsTextsInTheOrderOfTheFile() throws {
        let catalog = try StringCatalog(
            bytes(
                """
                {
                  "sourceLanguage" : "en",
                  "strings" : {
                    "pear" : { "comment" : "noun", "localizations" : {
                      "fi" : { "stringUnit" : { "state" : "needs_review", "value" : "p\\u00e4\\u00e4ryn\\u00e4" } },
                      "ja-JP" : { "stringUnit" : { "state" : "translated", "value" : "nashi \\ud83c\\udf50" } } } },
                    "" : { },
                    "apple" : { "extractionState" : "manual", "localizations" : { } },
                    "%lld apples" : { "localizations" : {
                      "en" : { "variations" : { "plural" : { "one" : { } } } },
                      "not a tag" : { "stringUnit" : { "state" : "new", "value" : "" } } } }
                  },
                  "version" : "1.0"
                }
                """
            )
        )

        #expect(catalog.sourceLanguage == LanguageTag("en"))
        #expect(catalog.entries.map(\.key) == ["pear", "", "apple", "%lld apples"])
        #expect(
            catalog.entries[0]
                == StringCatalog.Entry(
                    key: "pear",
                    comment: "noun",
                    localizations: [
                        .init(
                            name: "fi",
                            content: .unit(.init(state: "needs_review", value: "päärynä"))
                        ),
                        .init(name: "ja-JP", content: .unit(.init(value: "nashi 🍐"))),
                    ]
                )
        )
        #expect(catalog.entries[0].unit(in: LanguageTag("ja-JP")!)?.value == "nashi 🍐")
        #expect(
            catalog.entries[3].localizations[0].content
                == .varied(.init(plural: [.init(name: "one", content: .unknown)]))
        )
        #expect(catalog.entries[3].localizations[1].language == nil)
    }

    @Test(arguments: [
        ("", "Line 1, column 1: the text ends unexpectedly."),
        ("{\n  \"strings\" : {,}\n}", "Line 2, column 16: a name in quotes is expected here."),
        ("{\"a\":1,\n\"a\":2}", "Line 2, column 1: “a” appears here a second time."),
        ("{\"é\":01}", "Line 1, column 7: a comma or } should stand here."),
        ("{} x", "Line 1, column 4: there is extra text after the end."),
        ("[1,]", "Line 1, column 4: a value is expected here."),
        ("\"\u{1}\"", "Line 1, column 2: there is a control character inside quotes."),
        ("\"abc", "Line 1, column 5: the text ends inside quotes."),
        (#""\ud800x""#, "Line 1, column 8: there is only half a surrogate pair here."),
        (#""\x""#, "Line 1, column 3: this isn’t a valid escape sequence."),
        ("nul", "Line 1, column 1: a value is expected here."),
        ("-", "Line 1, column 2: a digit is expected here."),
        ("[]", "The catalog: must be an object."),
        ("{}", "sourceLanguage: must name a language."),
        ("{\"sourceLanguage\":\"e\"}", "sourceLanguage: must name a language."),
        ("{\"sourceLanguage\":\"en\"}", "strings: must be an object."),
        ("{\"sourceLanguage\":\"en\",\"strings\":{\"a\":1}}", "strings › a: must be an object."),
        (
            "{\"sourceLanguage\":\"en\",\"strings\":{\"a\":{\"localizations\":[]}}}",
            "strings › a › localizations: must be an object."
        ),
        (
            "{\"sourceLanguage\":\"en\",\"strings\":{\"a\":{\"localizations\":{\"fi\":{\"variations\":{\"plural\":{\"one\":{\"stringUnit\":7}}}}}}}}",
            "strings › a › localizations › fi › variations › plural › one › stringUnit: must have state and value."
        ),
        (
            "{\"sourceLanguage\":\"en\",\"strings\":{\"a\":{\"localizations\":{\"fi\":{\"substitutions\":{\"n\":{\"argNum\":0}}}}}}}",
            "strings › a › localizations › fi › substitutions › n › argNum: must be a number from 1 to 99."
        ),
        (
            "{\"sourceLanguage\":\"en\",\"strings\":{\"a\":{\"localizations\":{\"fi\":{\"stringUnit\":{}}}}}}",
            "strings › a › localizations › fi › stringUnit: must have state and value."
        ),
    ])
    func reportsErrorsWithTheirPosition(text: String, message: String) {
        let error = #expect(throws: StringCatalogError.self) { try StringCatalog(bytes(text)) }

        #expect(error?.description == message)
    }

    @Test func refusesDeepNestingAndInvalidUTF8() {
        let deep = String(repeating: "[", count: 100_000)
        #expect(throws: StringCatalogError.self) { try StringCatalog(bytes(deep)) }
        #expect(throws: StringCatalogError.self) { try StringCatalog([0x22, 0xFF, 0x22]) }
    }

    @Test func refusesEveryTruncatedCatalog() throws {
        let whole = bytes(
            #"{"sourceLanguage":"en","strings":{"a":{"localizations":{"fi":{"stringUnit":{"state":"new","value":"\u00e4"}}}}}}"#
        )
        _ = try StringCatalog(whole)

        for length in whole.indices {
            #expect(throws: StringCatalogError.self) { try StringCatalog(Array(whole[..<length])) }
        }
    }

    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
}
