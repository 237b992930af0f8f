import Languages
import Testing

struct TransliteratorTests {
    private let pairs = [
        ("ja", "ja-Latn"), ("ja-Latn", "ja-Hira"), ("ja-Latn", "ja-Kana"), ("zh", "zh-Latn"),
        ("ko", "ko-Latn"), ("pa", "pa-Latn"), ("hi", "hi-Latn"), ("uk", "uk-Latn"),
        ("ru", "ru-Latn"), ("el", "el-Latn"),
    ]

    @Test func acceptsRandomText() throws {
        let letters =
            "がっこうんーァヴ・゙ゃn'ōtc漢行了银行儿강ㅎ값이각하릴ᄀ\u{1161}ਪੰਜਾੱਬ੍ਹ਼ੳहिन्दी़ँः"
            + "їЇьЄзгё'ъщαύμπγξΐ\u{301}\u{308} ,.0aZ😀\u{0}\u{200D}"
        for (source, target) in pairs {
            let transliterator = try Transliterator.between(source, target)
            var random = RandomText(pieces: letters.unicodeScalars.map { String($0) })
            for _ in 0..<RandomText.count / 20 {
                let result = transliterator(random.next())
                #expect(result?.ambiguities.allSatisfy { $0.readings.count > 1 } != false)
            }
        }
    }

    @Test func leavesNoLettersOfTheOtherScript() throws {
        for (source, target) in pairs where !source.hasSuffix("Latn") {
            let transliterator = try Transliterator.between(source, target)

            #expect(transliterator("")?.text == "")
            #expect(transliterator("ሀ") == nil)
        }
    }
}
