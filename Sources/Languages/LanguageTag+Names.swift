extension LanguageTag {
    /// What the language, or this script of it, is called in English; nil where we have no name for it.
    public var englishName: String? { name?.english }

    /// What the language, or this script of it, is called by those who write it; nil where we have no name for it.
    public var ownName: String? { name?.own }

    private var name: LanguageName? {
        names[text] ?? names.first { LanguageTag($0.key)?.isEquivalent(to: self) == true }?.value
    }
}

private struct LanguageName {
    let english: String
    let own: String
}

/// The languages that starter content and note forms offer.
private let names: [String: LanguageName] = [
    "de": .init(english: "German", own: "Deutsch"),
    "en": .init(english: "English", own: "English"),
    "es": .init(english: "Spanish", own: "Español"),
    "fi": .init(english: "Finnish", own: "Suomi"),
    "fr": .init(english: "French", own: "Français"),
    "ja": .init(english: "Japanese", own: "日本語"),
    "ja-Hira": .init(english: "Japanese (hiragana)", own: "ひらがな"),
    "ja-Hrkt": .init(english: "Japanese (kana)", own: "かな"),
    "ja-Kana": .init(english: "Japanese (katakana)", own: "カタカナ"),
    "ja-Latn": .init(english: "Japanese (romaji)", own: "Rōmaji"),
    "ko": .init(english: "Korean", own: "한국어"),
    "nb": .init(english: "Norwegian (Bokmål)", own: "Norsk bokmål"),
    "pa": .init(english: "Punjabi (Gurmukhi)", own: "ਪੰਜਾਬੀ"),
    "pa-Arab": .init(english: "Punjabi (Shahmukhi)", own: "پنجابی"),
    "pa-Latn": .init(english: "Punjabi (Latin)", own: "Pañjābī"),
    "uk": .init(english: "Ukrainian", own: "Українська"),
    "uk-Latn": .init(english: "Ukrainian (Latin)", own: "Ukrainska"),
    "zh": .init(english: "Chinese (simplified)", own: "简体中文"),
    "zh-Hant": .init(english: "Chinese (traditional)", own: "繁體中文"),
    "zh-Latn": .init(english: "Chinese (pinyin)", own: "Pīnyīn"),
]
