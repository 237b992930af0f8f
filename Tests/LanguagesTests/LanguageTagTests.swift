import Languages
import Testing

struct LanguageTagTests {
    @Test(arguments: [
        ("en", "en"), ("EN", "en"), ("JA-latn", "ja-Latn"), ("pa-GURU-in", "pa-Guru-IN"),
        ("zh-latn-PINYIN", "zh-Latn-pinyin"), ("es-419", "es-419"),
        ("sl-ROZAJ-biske", "sl-rozaj-biske"),
        ("de-1996", "de-1996"), ("yue-hant-hk", "yue-Hant-HK"),
        ("ja-Latn-hepburn-heploc", "ja-Latn-hepburn-heploc"), ("ar-u-nu-LATN", "ar-u-nu-latn"),
        ("en-u-hc-h12-a-extended", "en-a-extended-u-hc-h12"), ("en-X-Home", "en-x-home"),
        ("x-klingon", "x-klingon"), ("und-Latn-t-und-cyrl", "und-Latn-t-und-cyrl"),
        ("qaa-Qaaa-QM-x-southern", "qaa-Qaaa-QM-x-southern"),
    ])
    func makesTagsCanonical(given: String, canonical: String) throws {
        let tag = try #require(LanguageTag(given))

        #expect(tag.text == canonical)
        #expect(LanguageTag(canonical) == tag)
    }

    @Test(arguments: [
        "", "e", "-", "en-", "-en", "en--US", "en_US", "english-", "abcdefghi", "ja-Latn-Latn",
        "en-US-GB",
        "en-u", "en-u-x-a", "en-u-nu-u-hc", "en-1996-1996", "x", "x-", "x-abcdefghi", "1a", "12",
        "日本語",
        "en US", " en", "en\n", "é", "ja-ｌatn", "a-DE", "de-419-DE", "i-unheard",
        "en-" + String(repeating: "abcdefgh-", count: 7) + "abcdefgh",
    ])
    func refusesTextThatIsNotWellFormed(text: String) {
        #expect(LanguageTag(text) == nil)
    }

    @Test(arguments: [
        ("iw", "he"), ("IN-latn", "id-Latn"), ("ji", "yi"), ("mo-MD", "ro-MD"), ("jpn", "ja"),
        ("zho-hant", "zh-Hant"), ("zh-YUE-hk", "yue-HK"), ("sgn-ase", "ase"), ("ar-arz", "arz"),
        ("zh-cmn-hans", "cmn-Hans"), ("i-klingon", "tlh"), ("I-LUX", "lb"), ("no-bok", "nb"),
        ("en-gb-OED", "en-GB-oxendict"), ("sgn-BE-FR", "sfb"), ("zh-min-nan", "nan"),
        ("i-mingo", "see-x-i-mingo"), ("my-BU", "my-MM"), ("de-DD", "de-DE"), ("cmn", "cmn"),
        ("no", "no"), ("en-abc", "en-abc"), ("zh-min", "nan-x-zh-min"), ("iw-x-in", "he-x-in"),
    ])
    func replacesDeprecatedSubtags(given: String, canonical: String) throws {
        let tag = try #require(LanguageTag(given))

        #expect(tag.text == canonical)
        #expect(LanguageTag(tag.text) == tag)
    }

    /// Every language of up to three letters: 18,278.
    @Test func canonicalFormIsStable() {
        let letters = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { String(Unicode.Scalar($0)) }
        let pairs = letters.flatMap { first in letters.map { first + $0 } }
        let triples = pairs.flatMap { pair in letters.map { pair + $0 } }

        for text in pairs + triples + triples.map({ "zh-" + $0 }) + pairs.map({ "fr-" + $0 }) {
            guard let tag = LanguageTag(text) else {
                Issue.record("\(text) is well formed")
                continue
            }
            #expect(LanguageTag(tag.text) == tag)
        }
    }

    @Test func parsesSubtags() throws {
        let subtags = try #require(LanguageTag("qaa-yue-hant-hk-variant-u-nu-latn-x-a-b")).subtags

        #expect(subtags.language == "qaa")
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
        ("he", "Hebr"), ("hi", "Deva"), ("tlh", nil), ("sr-ME", "Latn"), ("az-IR", "Arab"),
        ("uz-AF", "Arab"), ("chr", "Cher"), ("mn-CN", "Mong"), ("sr", "Cyrl"), ("yue", "Hant"),
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
    func comparesTags(left: String, right: String, areSame: Bool) throws {
        let (left, right) = (try #require(LanguageTag(left)), try #require(LanguageTag(right)))

        #expect(left.isEquivalent(to: right) == areSame)
        #expect(right.isEquivalent(to: left) == areSame)
    }

    @Test(arguments: [
        ("ja", ["en", "ja-Latn", "ja"], "ja"), ("ja", ["en", "ja-Latn"], "ja-Latn"),
        ("pa", ["pa-Latn", "pa-Guru"], "pa-Guru"), ("ja-Latn", ["en", "ja"], nil),
        ("fr", ["en", "ja"], nil),
    ])
    func findsTheMatchingTag(wanted: String, given: [String], found: String?) throws {
        let tags = given.compactMap { LanguageTag($0) }

        #expect(try #require(LanguageTag(wanted)).match(among: tags)?.text == found)
    }

    @Test(arguments: [
        ("fi", "Finnish", "Suomi"), ("ja-Latn", "Japanese (romaji)", "Rōmaji"),
        ("pa-Guru", "Punjabi (Gurmukhi)", "ਪੰਜਾਬੀ"), ("zh-Hans", "Chinese (simplified)", "简体中文"),
        ("pa-Aran", "Punjabi (Shahmukhi)", "پنجابی"), ("en-GB", "English (GB)", "English (GB)"),
        ("sr-Latn", "Serbian (Latin)", "Српски (Latinica)"), ("uk-Cyrl", "Ukrainian", "Українська"),
        ("zh-Latn-pinyin", "Chinese (pinyin, pinyin)", "中文 (Pīnyīn, pinyin)"),
    ])
    func namesLanguages(text: String, english: String, own: String) throws {
        let tag = try #require(LanguageTag(text))

        #expect(tag.englishName == english)
        #expect(tag.ownName == own)
    }

    @Test(arguments: [
        ("pa", "Gurmukhi", "ਗੁਰਮੁਖੀ"), ("pa-PK", "Shahmukhi", "شاہ مکھی"),
        ("pa-Aran", "Shahmukhi", "شاہ مکھی"), ("ja", "kanji and kana", "漢字かな"),
        ("ja-Latn", "romaji", "Rōmaji"), ("zh-TW", "traditional", "繁體"), ("fi", "Latin", "Latin"),
    ])
    func namesScripts(text: String, english: String, own: String) throws {
        let name = try #require(LanguageTag(text)?.scriptName)

        #expect(name.english == english)
        #expect(name.own == own)
    }

    @Test func hasNoNameForUnknownLanguages() throws {
        let klingon = try #require(LanguageTag("tlh"))

        #expect(klingon.englishName == nil)
        #expect(klingon.scriptName == nil)
    }

    @Test func findsLanguagesByTheirUniqueNames() {
        let names = LanguageTag.named.compactMap(\.englishName)

        #expect(Set(names).count == names.count)
        #expect(names.compactMap { LanguageTag(name: $0) } == LanguageTag.named)
    }
}
