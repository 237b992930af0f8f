import Languages
import Testing

struct LanguageTagTests {
    @Test(arguments: [
        ("en", "en"), ("EN", "en"), ("JA-latn", "ja-Latn"), ("pa-GURU-in", "pa-Guru-IN"),
        ("zh-latn-PINYIN", "zh-Latn-pinyin"), ("es-419", "es-419"),
        ("sl-ROZAJ-biske", "sl-rozaj-biske"),
        ("de-1996", "de-1996"), ("zh-YUE", "zh-yue"), ("yue-hant-hk", "yue-Hant-HK"),
        ("ja-Latn-hepburn-heploc", "ja-Latn-hepburn-heploc"), ("ar-u-nu-LATN", "ar-u-nu-latn"),
        ("en-u-hc-h12-a-extended", "en-a-extended-u-hc-h12"), ("en-X-Home", "en-x-home"),
        ("x-klingon", "x-klingon"), ("und-Latn-t-und-cyrl", "und-Latn-t-und-cyrl"),
        ("qaa-Qaaa-QM-x-southern", "qaa-Qaaa-QM-x-southern"),
    ])
    func bringsToCanonicalForm(given: String, canonical: String) throws {
        let tag = try #require(LanguageTag(given))

        #expect(tag.text == canonical)
        #expect(LanguageTag(canonical) == tag)
    }

    @Test(arguments: [
        "", "e", "-", "en-", "-en", "en--US", "en_US", "english-", "abcdefghi", "ja-Latn-Latn",
        "en-US-GB",
        "en-u", "en-u-x-a", "en-u-nu-u-hc", "en-1996-1996", "x", "x-", "x-abcdefghi", "1a", "12",
        "日本語",
        "en US", " en", "en\n", "é", "ja-ｌatn", "a-DE", "de-419-DE", "i-klingon",
        "en-" + String(repeating: "abcdefgh-", count: 7) + "abcdefgh",
    ])
    func refusesWhatIsNotWellFormed(text: String) {
        #expect(LanguageTag(text) == nil)
    }

    @Test func takesATagApart() throws {
        let subtags = try #require(LanguageTag("zh-yue-hant-hk-variant-u-nu-latn-x-a-b")).subtags

        #expect(subtags.language == "zh")
        #expect(subtags.extendedLanguages == ["yue"])
        #expect(subtags.script == "Hant")
        #expect(subtags.region == "HK")
        #expect(subtags.variants == ["variant"])
        #expect(subtags.extensions == ["u-nu-latn"])
        #expect(subtags.privateUse == ["a", "b"])
    }

    @Test(arguments: [
        ("ja", "Jpan"), ("pa", "Guru"), ("pa-PK", "Arab"), ("pa-Latn-PK", "Latn"), ("uk", "Cyrl"),
        ("zh", "Hans"), ("zh-TW", "Hant"), ("ko", "Kore"), ("fi", "Latn"), ("nb", "Latn"),
        ("ur", "Arab"),
        ("he", "Hebr"), ("hi", "Deva"), ("tlh", nil),
    ])
    func knowsTheLikelyScript(text: String, script: String?) throws {
        #expect(try #require(LanguageTag(text)).likelyScript == script)
    }

    @Test(arguments: [
        ("pa", "pa-Guru", true), ("ur-Aran", "ur-Arab", true), ("ur-Aran", "ur", true),
        ("uk", "uk-Cyrl", true),
        ("pa", "pa-Arab", false), ("ja", "ja-Latn", false), ("zh-Latn", "zh-Latn-pinyin", false),
        ("pt-BR", "pt-PT", false), ("en", "fr", false), ("tlh", "tlh-Latn", false),
        ("en", "en-x-a", false),
    ])
    func comparesWritings(left: String, right: String, areSame: Bool) throws {
        let (left, right) = (try #require(LanguageTag(left)), try #require(LanguageTag(right)))

        #expect(left.isEquivalent(to: right) == areSame)
        #expect(right.isEquivalent(to: left) == areSame)
    }

    @Test(arguments: [
        ("en", TextDirection.leftToRight), ("ur", .rightToLeft), ("pa-PK", .rightToLeft),
        ("pa-Aran", .rightToLeft), ("pa-Latn-PK", .leftToRight), ("he", .rightToLeft),
        ("tlh", .leftToRight),
    ])
    func knowsTheDirection(text: String, direction: TextDirection) throws {
        #expect(try #require(LanguageTag(text)).direction == direction)
    }

    @Test(arguments: [
        ("ja", ["en", "ja-Latn", "ja"], "ja"), ("ja", ["en", "ja-Latn"], "ja-Latn"),
        ("pa", ["pa-Latn", "pa-Guru"], "pa-Guru"), ("ja-Latn", ["en", "ja"], nil),
        ("fr", ["en", "ja"], nil),
    ])
    func findsWhatStandsForIt(wanted: String, given: [String], found: String?) throws {
        let tags = given.compactMap { LanguageTag($0) }

        #expect(try #require(LanguageTag(wanted)).match(among: tags)?.text == found)
    }

    @Test(arguments: [
        ("fi", "Finnish", "Suomi"), ("ja-Latn", "Japanese (romaji)", "Rōmaji"),
        ("pa-Guru", "Punjabi (Gurmukhi)", "ਪੰਜਾਬੀ"), ("zh-Hans", "Chinese (simplified)", "简体中文"),
    ])
    func namesLanguages(text: String, english: String, own: String) throws {
        let tag = try #require(LanguageTag(text))

        #expect(tag.englishName == english)
        #expect(tag.ownName == own)
    }
}
