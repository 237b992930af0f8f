import Languages
import Notes
import Testing

struct FaceTests {
    @Test(arguments: [
        "1", "42", "999999999", "c1", "c500", "map", "en>ja-Latn", "ja-Latn>en",
        "zh-Hans>zh-Latn-pinyin",
    ])
    func textRoundTrips(text: String) throws {
        let face = try #require(Face(text))

        #expect(face.description == text)
    }

    @Test func readsEveryKind() throws {
        let (english, romaji) = (
            try #require(LanguageTag("en")), try #require(LanguageTag("ja-Latn"))
        )

        #expect(Face("7") == .template(7))
        #expect(Face("c7") == .cloze(7))
        #expect(Face("en>ja-Latn") == .languages(from: english, to: romaji))
        #expect(Face("map") == .map)
    }

    @Test(arguments: [
        "", "0", "01", "+1", "-1", "1000000000", "99999999999999999999", "1 ", " 1", "１", "1.0",
        "c", "c0", "c01", "c501",
        "c-1", "c+1", "C1", "Map", "maps", "en", "en>", ">en", ">", "en>en", "en>ja>fi", "EN>ja",
        "en>ja-latn", "en > ja",
        "en>f", "en_GB>ja", "1>2", "en>ja\n",
    ])
    func refusesNonsense(text: String) {
        #expect(Face(text) == nil)
    }
}
