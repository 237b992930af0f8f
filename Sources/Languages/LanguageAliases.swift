internal import EmbeddedFiles

/// Replacements for subtags and whole tags that the IANA registry deprecates.
///
/// Three-letter codes of languages that have a two-letter code are replaced too, because they are often used although they are
/// not valid in BCP 47 (`jpn` for `ja`). Languages are not replaced by macrolanguages (`cmn` is unchanged).
enum LanguageAliases {
    /// Tags registered before 2006 that do not follow the grammar.
    ///
    /// Those without a replacement in the registry get CLDR's, which preserves the old tag as private use.
    static let grandfathered: [String: String] = [
        "art-lojban": "jbo",
        "cel-gaulish": "xtg-x-cel-gaulish",
        "en-gb-oed": "en-GB-oxendict",
        "i-ami": "ami",
        "i-bnn": "bnn",
        "i-default": "en-x-i-default",
        "i-enochian": "und-x-i-enochian",
        "i-hak": "hak",
        "i-klingon": "tlh",
        "i-lux": "lb",
        "i-mingo": "see-x-i-mingo",
        "i-navajo": "nv",
        "i-pwn": "pwn",
        "i-tao": "tao",
        "i-tay": "tay",
        "i-tsu": "tsu",
        "no-bok": "nb",
        "no-nyn": "nn",
        "sgn-be-fr": "sfb",
        "sgn-be-nl": "vgt",
        "sgn-ch-de": "sgg",
        "zh-guoyu": "cmn",
        "zh-hakka": "hak",
        "zh-min": "nan-x-zh-min",
        "zh-min-nan": "nan",
        "zh-xiang": "hsn",
    ]

    /// Former countries with a single successor.
    static let regions = [
        "BU": "MM", "DD": "DE", "FX": "FR", "TP": "TL", "YD": "YE", "ZR": "CD",
    ]

    /// Languages that an extended language replaces: `zh-yue` is `yue`.
    static let macrolanguages: Set = ["ar", "kok", "lv", "ms", "sgn", "sw", "uz", "zh"]

    static let languages: [Substring: Substring] = {
        var languages: [Substring: Substring] = [:]
        for line in EmbeddedFiles.languageAliases {
            let names = line.split(separator: " ")
            languages[names[0]] = names[1]
        }
        return languages
    }()

    /// Whether two bytes are lower-case letters that are not a deprecated language.
    static func isCurrent(_ first: UInt8, _ second: UInt8) -> Bool {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        guard letters.contains(first), letters.contains(second) else { return false }
        return !deprecated[index(first, second)]
    }

    /// For each pair of letters, so that a lookup needs no string.
    private static let deprecated: [Bool] = {
        var deprecated = Array(repeating: false, count: 26 * 26)
        for name in languages.keys where name.utf8.count == 2 {
            let letters = Array(name.utf8)
            deprecated[index(letters[0], letters[1])] = true
        }
        return deprecated
    }()

    private static func index(_ first: UInt8, _ second: UInt8) -> Int {
        Int(first - UInt8(ascii: "a")) * 26 + Int(second - UInt8(ascii: "a"))
    }
}
