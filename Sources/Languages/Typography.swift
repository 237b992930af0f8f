/// How text of a script reads well: what a page prints into its style sheet.
public struct Typography: Hashable, Sendable {
    /// Names the kind of script, for a class: `nastaliq`.
    public let name: String
    /// Fonts that systems bring along, best first, a generic family last; none where the page's own will do.
    public let fonts: [String]
    /// The height of a line, as a multiple of the font size.
    public let lineHeight: Double
    /// How large a word is set beside one in Latin letters, so that both look the same size.
    public let scale: Double
    /// Whether space may be put between letters; letters that join must never be torn apart.
    public let allowsLetterSpacing: Bool

    init(
        _ name: String,
        _ fonts: [String] = [],
        lineHeight: Double,
        scale: Double = 1,
        allowsLetterSpacing: Bool = true
    ) {
        self.name = name
        self.fonts = fonts
        self.lineHeight = lineHeight
        self.scale = scale
        self.allowsLetterSpacing = allowsLetterSpacing
    }
}

extension Typography {
    /// The declarations of a CSS rule, with a semicolon after each.
    public var declarations: String {
        let generic: Set = ["serif", "sans-serif"]
        let family = fonts.map { generic.contains($0) ? $0 : "\"\($0)\"" }.joined(separator: ", ")
        return "font-family: \(fonts.isEmpty ? "inherit" : family); line-height: \(lineHeight);"
            + (scale == 1 ? "" : " font-size: calc(1em * \(scale));")
            + (allowsLetterSpacing ? "" : " letter-spacing: 0;")
    }
}

extension LanguageTag {
    /// How text in this language reads well.
    public var typography: Typography {
        switch (likelyScript, language) {
        case ("Jpan", _), ("Hrkt", _), ("Hira", _), ("Kana", _): .japanese
        case ("Hant", _), ("Bopo", _): .traditionalHan
        case ("Hans", _), ("Hani", _): .simplifiedHan
        case ("Kore", _), ("Hang", _): .korean
        case ("Guru", _): .gurmukhi
        case ("Deva", _): .devanagari
        case ("Aran", _), ("Arab", "pa"), ("Arab", "ur"), ("Arab", "ks"), ("Arab", "lah"): .nastaliq
        case ("Arab", _): .naskh
        case ("Hebr", _): .hebrew
        case ("Thai", _), ("Laoo", _), ("Khmr", _), ("Mymr", _), ("Tibt", _): .tall
        case ("Latn", _), ("Cyrl", _), ("Grek", _), ("Armn", _), ("Geor", _), (nil, _): .alphabetic
        default: .other
        }
    }
}

// Line heights are those at which lines do not touch, tried in a browser: Nastaliq collides at 1.5 and just fits at 2.
extension Typography {
    /// Latin, Greek, Cyrillic and their like.
    public static let alphabetic = Typography("alphabetic", lineHeight: 1.5)
    /// Kanji and kana.
    public static let japanese = Typography(
        "japanese",
        [
            "Hiragino Sans", "Hiragino Kaku Gothic ProN", "Yu Gothic UI", "BIZ UDPGothic", "Meiryo",
            "Noto Sans JP", "Noto Sans CJK JP", "sans-serif",
        ],
        lineHeight: 1.7
    )
    /// Chinese in simplified characters.
    public static let simplifiedHan = Typography(
        "simplified-han",
        [
            "PingFang SC", "Microsoft YaHei UI", "Microsoft YaHei", "Noto Sans SC",
            "Noto Sans CJK SC", "sans-serif",
        ],
        lineHeight: 1.7
    )
    /// Chinese in traditional characters.
    public static let traditionalHan = Typography(
        "traditional-han",
        ["PingFang TC", "Microsoft JhengHei UI", "Noto Sans TC", "Noto Sans CJK TC", "sans-serif"],
        lineHeight: 1.7
    )
    /// Hangul, with or without Hanja.
    public static let korean = Typography(
        "korean",
        ["Apple SD Gothic Neo", "Malgun Gothic", "Noto Sans KR", "Noto Sans CJK KR", "sans-serif"],
        lineHeight: 1.5
    )
    /// Gurmukhi, whose vowel signs stand above and below the line.
    public static let gurmukhi = Typography(
        "gurmukhi",
        [
            "Gurmukhi Sangam MN", "Mukta Mahee", "Nirmala UI", "Raavi", "Noto Sans Gurmukhi",
            "Lohit Gurmukhi", "sans-serif",
        ],
        lineHeight: 1.6,
        allowsLetterSpacing: false
    )
    /// Devanagari, whose vowel signs stand above and below the line.
    public static let devanagari = Typography(
        "devanagari",
        [
            "Kohinoor Devanagari", "Devanagari Sangam MN", "Nirmala UI", "Mangal",
            "Noto Sans Devanagari", "Lohit Devanagari", "sans-serif",
        ],
        lineHeight: 1.6,
        allowsLetterSpacing: false
    )
    /// The Arabic script as Urdu and Shahmukhi are written: words slope, so that a line is tall.
    public static let nastaliq = Typography(
        "nastaliq",
        [
            "Noto Nastaliq Urdu", "Urdu Typesetting", "Jameel Noori Nastaleeq", "Noto Naskh Arabic",
            "serif",
        ],
        lineHeight: 2.4,
        scale: 0.85,
        allowsLetterSpacing: false
    )
    /// The Arabic script as Arabic and Persian are written.
    public static let naskh = Typography(
        "naskh",
        [
            "SF Arabic", "Geeza Pro", "Segoe UI", "Noto Naskh Arabic", "Noto Sans Arabic",
            "sans-serif",
        ],
        lineHeight: 1.8,
        allowsLetterSpacing: false
    )
    /// Hebrew, with or without points.
    public static let hebrew = Typography(
        "hebrew",
        ["SF Hebrew", "Arial Hebrew", "Segoe UI", "Noto Sans Hebrew", "sans-serif"],
        lineHeight: 1.6,
        allowsLetterSpacing: false
    )
    /// Scripts that stack signs on both sides of the line: Thai, Lao, Khmer, Burmese, Tibetan.
    public static let tall = Typography("tall", lineHeight: 1.8, allowsLetterSpacing: false)
    /// Any other script: the system's own font, and room for signs above and below.
    public static let other = Typography("other", lineHeight: 1.6, allowsLetterSpacing: false)

    /// All there are.
    public static let all = [
        alphabetic, japanese, simplifiedHan, traditionalHan, korean, gurmukhi, devanagari, nastaliq,
        naskh, hebrew, tall, other,
    ]
}
