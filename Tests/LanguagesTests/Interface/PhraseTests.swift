import Testing

@testable import Languages

struct PhraseTests {
    @Test func keyIsTheEnglishText() {
        let (count, name) = (3, "Food")

        #expect(("Replace in \(count) cards" as Phrase).key == "Replace in %lld cards")
        #expect(("Edit \(name)" as Phrase).key == "Edit %@")
        #expect(("100% \(name)" as Phrase).description == "100% Food")
    }

    @Test(arguments: [
        (InterfaceLanguage.english, 1, "1 card"), (.english, 1_204, "1,204 cards"),
        (.french, 0, "0 carte"), (.french, 1_204, "1\u{202F}204 cartes"),
        (.french, 1_000_000, "1\u{202F}000\u{202F}000 de cartes"),
        (.japanese, 5, "5枚"), (.korean, 5, "카드 5장"), (.punjabi, 123_456, "1,23,456 ਕਾਰਡ"),
        (.ukrainian, 1, "1 картка"), (.ukrainian, 3, "3 картки"), (.ukrainian, 12, "12 карток"),
        (.ukrainian, 21, "21 картка"), (.lengthened, 2, "[2 çåŕðš ~~~]"),
    ])
    func numberSelectsThePluralForm(_ language: InterfaceLanguage, _ count: Int, _ words: String) {
        let phrase: Phrase = "\(count) cards"

        #expect(phrase.localized(in: language) == words)
    }

    @Test func descriptionIsInTheCurrentLanguage() {
        let phrase: Phrase = "Show answer"

        let words = InterfaceLanguage.withCurrent(.ukrainian) { phrase.description }

        #expect(words == "Показати відповідь")
        #expect(phrase.description == "Show answer")
    }

    @Test(arguments: InterfaceLanguage.allCases)
    func missingTextsAreEnglish(_ language: InterfaceLanguage) {
        let phrase: Phrase = "1234 \("5") 6"

        #expect(phrase.localized(in: language) == "1234 5 6")
    }

    @Test func namesFromRightToLeftKeepTheirPunctuation() {
        let name = "כלב, 3!"
        let phrase: Phrase = "Edit \(name)"
        let nested: Phrase = "Edit \(Phrase(verbatim: name))"

        #expect(phrase.pageText == "Edit \u{2068}\(name)\u{2069}")
        #expect(nested.pageText == "Edit \u{2068}\(name)\u{2069}")
        #expect(Phrase(verbatim: name).pageText == name)
        #expect(phrase.description == "Edit \(name)")
    }

    @Test func mirroredTextIsRightToLeft() {
        let phrase: Phrase = "Edit \("me")"

        #expect(phrase.localized(in: .mirrored) == "\u{202E}Edit\u{202C} me")
        #expect(InterfaceLanguage.mirrored.direction == .rightToLeft)
    }

    @Test(arguments: [
        ("ja-JP", InterfaceLanguage.japanese), ("uk;q=0.5, fr;q=0.8", .french),
        ("de, ko;q=0.1", .korean), ("pa-Arab, pa;q=0.9", .punjabi), ("de", nil), ("", nil),
        ("fr;q=0, uk;q=0.1", .ukrainian), ("de, *;q=0.5", .english), ("en;q=0, *", .korean),
        ("fr;q=2, ja", .japanese), ("fr;q=1.5, ja;q=0.5", .japanese), ("en-XA", .lengthened),
        ("ar-XB, en", .mirrored),
        ("FR-ca", .french), ("pa-PK", nil), ("en, fr", .english), (";;,,q=1", nil),
    ])
    func findsTheLanguageThatABrowserPrefers(_ header: String, _ language: InterfaceLanguage?) {
        #expect(InterfaceLanguage.preferred(by: header) == language)
    }

    /// The whole numbers among the samples of CLDR 45.
    @Test(arguments: [
        (
            InterfaceLanguage.ukrainian, PluralCategory.one,
            [1, 21, 31, 41, 51, 61, 71, 81, 101, 1001]
        ),
        (.ukrainian, .few, [2, 3, 4, 22, 23, 24, 32, 33, 34, 42, 102, 1002]),
        (.ukrainian, .many, [0, 5, 11, 12, 13, 14, 19, 100, 111, 1000, 10000, 1_000_000]),
        (.french, .one, [0, 1]), (.french, .many, [1_000_000]),
        (.french, .other, [2, 17, 100, 1000, 10000, 100_000]),
        (.punjabi, .one, [0, 1]), (.punjabi, .other, [2, 17, 100, 1000, 1_000_000]),
        (.english, .one, [1]), (.english, .other, [0, 2, 16, 100, 1000, 1_000_000]),
        (.japanese, .other, [0, 1, 15, 100, 1_000_000]),
        (.korean, .other, [0, 1, 15, 100, 1_000_000]),
    ])
    func numbersHaveTheCategoriesOfCLDR(
        _ language: InterfaceLanguage,
        _ category: PluralCategory,
        _ numbers: [Int]
    ) {
        #expect(numbers.allSatisfy { language.category(of: $0) == category })
    }

    @Test func storedPhraseRoundTrips() throws {
        let phrase: Phrase = "Moved \("\(3) cards" as Phrase) to “\("Food")”"

        #expect(StoredPhrase(phrase).phrase == phrase)
        #expect(phrase.localized(in: .english) == "Moved 3 cards to “Food”")
    }
}
