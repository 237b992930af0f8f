/// What something is called in English, and by those whose language it is.
package struct LanguageName: Hashable, Sendable {
    /// In English: `Punjabi`.
    package let english: String
    /// In the language itself: `ਪੰਜਾਬੀ`.
    package let own: String

    init(_ english: String, _ own: String) {
        self.english = english
        self.own = own
    }

    /// In the language of the interface.
    package var spoken: Phrase { Phrase(stringLiteral: english) }

    /// The same of a script, some of which have the name of a language: Latin, Greek, Hebrew.
    package var spokenScript: Phrase { Phrase(stringLiteral: "\(english) (script)") }

    /// All names of scripts, in English.
    static let ofScripts = Set(scriptNames.values.map(\.english) + generalScriptNames.values)
}

extension LanguageTag {
    /// What the language is called, whatever its script; nil where we have no name for it.
    package var languageName: LanguageName? { languageNames[language] }

    /// What the script is called by those who learn the language in it; nil where we have no name for it.
    ///
    /// A language that is written in one script alone is not asked for its name, but has one where somebody might.
    package var scriptName: LanguageName? {
        guard let script = likelyScript else { return nil }
        let name = scriptNames["\(language)-\(script == "Aran" ? "Arab" : script)"]
        return name ?? generalScriptNames[script].map { LanguageName($0, $0) }
    }

    /// What the language, or this script of it, is called in English; nil where we have no name for it.
    package var englishName: String? { name(\.english) }

    /// What the language, or this script of it, is called by those who write it; nil where we have no name for it.
    package var ownName: String? { name(\.own) }

    /// What those who write it call it, where the interface does not call it so.
    package var foreignName: String? {
        ownName.flatMap { $0.lowercased() == spokenName.description.lowercased() ? nil : $0 }
    }

    /// What the language, or this script of it, is called in the language of the interface; the tag where it has no name.
    package var spokenName: Phrase {
        if let name = writtenName { return name.spoken }
        guard let name = languageName?.spoken else { return Phrase(verbatim: text) }
        let remarks = differences.map { difference in
            switch difference {
            case .script(let script):
                scriptName?.spokenScript ?? Phrase(verbatim: script)
            case .other(let subtag): Phrase(verbatim: subtag)
            }
        }
        guard let first = remarks.first else { return name }
        return "\(name) (\(remarks.dropFirst().reduce(first) { "\($0), \($1)" }))"
    }

    private func name(_ side: KeyPath<LanguageName, String>) -> String? {
        if let name = writtenName { return name[keyPath: side] }
        guard let name = languageName?[keyPath: side] else { return nil }
        let remarks = remarks(side)
        return remarks.isEmpty ? name : "\(name) (\(remarks.joined(separator: ", ")))"
    }

    private var writtenName: LanguageName? {
        if let name = writtenNames[text] { return name }
        let language = language
        return writtenNames.first {
            $0.key.hasPrefix(language) && LanguageTag($0.key)?.isEquivalent(to: self) == true
        }?.value
    }

    private enum Difference {
        case script(String)
        case other(String)
    }

    /// What sets the tag apart from its language alone.
    private var differences: [Difference] {
        let subtags = subtags
        let isUsual = likelyScript == UsualScripts.byLanguage[language[...]].map(String.init)
        let script = isUsual ? nil : likelyScript ?? subtags.script
        return [script.map(Difference.script), subtags.region.map(Difference.other)]
            .compactMap(\.self) + subtags.variants.map(Difference.other)
    }

    private func remarks(_ side: KeyPath<LanguageName, String>) -> [String] {
        differences.compactMap { difference in
            switch difference {
            case .script: scriptName?[keyPath: side] ?? subtags.script
            case .other(let subtag): subtag
            }
        }
    }
}

/// Languages that are written in several ways name each in a way of its own.
let writtenNames: [String: LanguageName] = [
    "ja-Hira": .init("Japanese (hiragana)", "ひらがな"),
    "ja-Hrkt": .init("Japanese (kana)", "かな"),
    "ja-Kana": .init("Japanese (katakana)", "カタカナ"),
    "ja-Latn": .init("Japanese (romaji)", "Rōmaji"),
    "ko-Latn": .init("Korean (Latin)", "Romaja"),
    "pa": .init("Punjabi (Gurmukhi)", "ਪੰਜਾਬੀ"),
    "pa-Arab": .init("Punjabi (Shahmukhi)", "پنجابی"),
    "pa-Latn": .init("Punjabi (Latin)", "Pañjābī"),
    "uk-Latn": .init("Ukrainian (Latin)", "Ukrainska"),
    "zh": .init("Chinese (simplified)", "简体中文"),
    "zh-Hant": .init("Chinese (traditional)", "繁體中文"),
    "zh-Latn": .init("Chinese (pinyin)", "Pīnyīn"),
]

private let scriptNames: [String: LanguageName] = [
    "ar-Arab": .init("Arabic", "العربية"),
    "el-Grek": .init("Greek", "Ελληνικά"),
    "el-Latn": .init("Latin", "Latiniká"),
    "fa-Arab": .init("Perso-Arabic", "فارسی"),
    "he-Hebr": .init("Hebrew", "עברית"),
    "hi-Deva": .init("Devanagari", "देवनागरी"),
    "hi-Latn": .init("Latin", "Roman"),
    "ja-Hira": .init("hiragana", "ひらがな"),
    "ja-Hrkt": .init("kana", "かな"),
    "ja-Jpan": .init("kanji and kana", "漢字かな"),
    "ja-Kana": .init("katakana", "カタカナ"),
    "ja-Latn": .init("romaji", "Rōmaji"),
    "ko-Hang": .init("Hangul", "한글"),
    "ko-Kore": .init("Hangul", "한글"),
    "ko-Latn": .init("Latin", "Romaja"),
    "mr-Deva": .init("Devanagari", "देवनागरी"),
    "ne-Deva": .init("Devanagari", "देवनागरी"),
    "pa-Arab": .init("Shahmukhi", "شاہ مکھی"),
    "pa-Guru": .init("Gurmukhi", "ਗੁਰਮੁਖੀ"),
    "pa-Latn": .init("Latin", "Roman"),
    "ru-Cyrl": .init("Cyrillic", "Кириллица"),
    "ru-Latn": .init("Latin", "Latinitsa"),
    "sa-Deva": .init("Devanagari", "देवनागरी"),
    "sr-Cyrl": .init("Cyrillic", "Ћирилица"),
    "sr-Latn": .init("Latin", "Latinica"),
    "uk-Cyrl": .init("Cyrillic", "Кирилиця"),
    "uk-Latn": .init("Latin", "Latynka"),
    "ur-Arab": .init("Nastaliq", "نستعلیق"),
    "ur-Latn": .init("Latin", "Roman"),
    "yue-Hant": .init("traditional", "繁體"),
    "zh-Bopo": .init("bopomofo", "注音"),
    "zh-Hans": .init("simplified", "简体"),
    "zh-Hant": .init("traditional", "繁體"),
    "zh-Latn": .init("pinyin", "Pīnyīn"),
]

private let generalScriptNames = [
    "Arab": "Arabic", "Aran": "Nastaliq", "Armn": "Armenian", "Beng": "Bengali",
    "Cans": "Syllabics",
    "Cher": "Cherokee", "Cyrl": "Cyrillic", "Deva": "Devanagari", "Ethi": "Ethiopic",
    "Geor": "Georgian", "Grek": "Greek", "Gujr": "Gujarati", "Guru": "Gurmukhi", "Hang": "Hangul",
    "Hans": "simplified", "Hant": "traditional", "Hebr": "Hebrew", "Hira": "hiragana",
    "Kana": "katakana", "Khmr": "Khmer", "Knda": "Kannada", "Laoo": "Lao", "Latn": "Latin",
    "Mlym": "Malayalam", "Mong": "Mongolian", "Mymr": "Burmese", "Nkoo": "N’Ko", "Orya": "Odia",
    "Sinh": "Sinhala", "Syrc": "Syriac", "Taml": "Tamil", "Telu": "Telugu", "Tfng": "Tifinagh",
    "Thaa": "Thaana", "Thai": "Thai", "Tibt": "Tibetan",
]
