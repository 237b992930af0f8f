/// Hindi in the Latin letters of ISO 15919 (e and o without a macron, which Hindi does not need), without silent vowels:
/// `kamrā`, `namaste`.
enum Devanagari {
    static func romanized(_ text: String) -> Transliteration? { script.romanized(text) }

    private static let script = Abugida(
        vowels: [
            "अ": "a", "आ": "ā", "इ": "i", "ई": "ī", "उ": "u", "ऊ": "ū", "ऋ": "r̥", "ए": "e",
            "ऐ": "ai",
            "ओ": "o", "औ": "au", "ऑ": "ŏ", "ऍ": "ĕ",
        ],
        signs: [
            "\u{93E}": "ā", "\u{93F}": "i", "\u{940}": "ī", "\u{941}": "u", "\u{942}": "ū",
            "\u{943}": "r̥", "\u{947}": "e", "\u{948}": "ai", "\u{94B}": "o", "\u{94C}": "au",
            "\u{949}": "ŏ", "\u{945}": "ĕ",
        ],
        consonants: [
            "क": "k", "ख": "kh", "ग": "g", "घ": "gh", "ङ": "ṅ", "च": "c", "छ": "ch", "ज": "j",
            "झ": "jh",
            "ञ": "ñ", "ट": "ṭ", "ठ": "ṭh", "ड": "ḍ", "ढ": "ḍh", "ण": "ṇ", "त": "t", "थ": "th",
            "द": "d",
            "ध": "dh", "न": "n", "प": "p", "फ": "ph", "ब": "b", "भ": "bh", "म": "m", "य": "y",
            "र": "r",
            "ल": "l", "व": "v", "श": "ś", "ष": "ṣ", "स": "s", "ह": "h", "ळ": "ḷ",
        ],
        dotted: [
            "\u{958}": "q", "\u{959}": "k͟h", "\u{95A}": "ġ", "\u{95B}": "z", "\u{95C}": "ṛ",
            "\u{95D}": "ṛh", "\u{95E}": "f", "\u{95F}": "ẏ",
        ],
        dot: "\u{93C}",
        virama: "\u{94D}",
        nasals: ["\u{902}": "ṁ", "\u{901}": "m̐"],
        marks: [
            "।": ".", "॥": ".", "०": "0", "१": "1", "२": "2", "३": "3", "४": "4", "५": "5",
            "६": "6",
            "७": "7", "८": "8", "९": "9",
        ],
        exceptions: ["janavrī": "janvarī", "faravrī": "farvarī"]
    )
}
