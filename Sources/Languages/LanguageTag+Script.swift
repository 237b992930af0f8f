extension LanguageTag {
    /// The script a text in this language most likely has: the one spelled out, else the usual one; nil where unknown.
    public var likelyScript: String? {
        let subtags = subtags
        if let script = subtags.script { return script }
        if let region = subtags.region,
            let script = usualScripts["\(subtags.language)-\(region)"]
        {
            return script
        }
        return usualScripts[subtags.language]
    }

    /// Whether two tags name the same writing: `pa` and `pa-Guru`, `ur-Aran` and `ur-Arab`.
    ///
    /// The usual script may be spelled out or left out, and Nastaliq (`Aran`) is a style of the Arabic script. Region,
    /// variants, extensions and private use have to be the same.
    public func isEquivalent(to other: LanguageTag) -> Bool {
        if self == other { return true }
        guard language == other.language else { return false }
        let (mine, theirs) = (subtags, other.subtags)
        return mine.extendedLanguages == theirs.extendedLanguages
            && scriptToCompare == other.scriptToCompare
            && mine.region == theirs.region
            && mine.variants == theirs.variants
            && mine.extensions == theirs.extensions
            && mine.privateUse == theirs.privateUse
    }

    /// Which of some tags stands for this one: itself, else an equivalent one, else (if it names no script) its language.
    public func match(among tags: [LanguageTag]) -> LanguageTag? {
        if tags.contains(self) { return self }
        if let equivalent = tags.first(where: isEquivalent(to:)) { return equivalent }
        guard text == language else { return nil }
        return tags.first { $0.language == language }
    }

    /// The side from which a text in this language is read.
    public var direction: TextDirection {
        guard let script = likelyScript, rightToLeftScripts.contains(script) else {
            return .leftToRight
        }
        return .rightToLeft
    }

    private var scriptToCompare: String? {
        let script = likelyScript
        return script == "Aran" ? "Arab" : script
    }
}

private let rightToLeftScripts: Set = [
    "Adlm", "Arab", "Aran", "Hebr", "Mand", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa", "Yezi",
]

/// After CLDR's likely subtags, for the languages that learners are most likely to meet.
private let usualScripts: [String: String] = {
    let languagesByScript = [
        "Arab": "ar ckb fa ks pa-PK ps sd ug ur",
        "Armn": "hy",
        "Beng": "as bn",
        "Cyrl": "ba be bg ce cv ky kk mk mn ru sr tg tt uk",
        "Deva": "bho hi mai mr ne sa",
        "Ethi": "am ti",
        "Geor": "ka",
        "Grek": "el",
        "Gujr": "gu",
        "Guru": "pa",
        "Hans": "zh",
        "Hant": "yue zh-HK zh-MO zh-TW",
        "Hebr": "he iw yi",
        "Jpan": "ja",
        "Khmr": "km",
        "Knda": "kn",
        "Kore": "ko",
        "Laoo": "lo",
        "Latn": """
        af az bs br ca ceb cs cy da de en eo es et eu fi fil fo fr fy ga gd gl ha haw hr ht hu id ig is it jv ku la \
        lb lt lv mg mi ms mt nb nl nn no oc pl pt rm ro sk sl sm sn so sq st su sv sw tk tl to tr uz vi xh yo zu
        """,
        "Mlym": "ml",
        "Mymr": "my",
        "Orya": "or",
        "Sinh": "si",
        "Taml": "ta",
        "Telu": "te",
        "Thaa": "dv",
        "Thai": "th",
        "Tibt": "bo dz",
    ]
    var scripts: [String: String] = [:]
    for (script, languages) in languagesByScript {
        for language in languages.split(separator: " ") { scripts[String(language)] = script }
    }
    return scripts
}()
