/// Punjabi in the Latin letters of ISO 15919, without silent vowels; tippi becomes the nasal of the following consonant, and
/// addak doubles it: `pañjābī`, `sikkh`, `gurmukhī`.
enum Gurmukhi {
    static func romanized(_ text: String) -> Transliteration? { script.romanized(text) }

    private static let script = Abugida(
        vowels: [
            "ਅ": "a", "ਆ": "ā", "ਇ": "i", "ਈ": "ī", "ਉ": "u", "ਊ": "ū", "ਏ": "e", "ਐ": "ai",
            "ਓ": "o",
            "ਔ": "au",
        ],
        signs: [
            "\u{A3E}": "ā", "\u{A3F}": "i", "\u{A40}": "ī", "\u{A41}": "u", "\u{A42}": "ū",
            "\u{A47}": "e", "\u{A48}": "ai", "\u{A4B}": "o", "\u{A4C}": "au",
        ],
        consonants: [
            "ਸ": "s", "ਹ": "h", "ਕ": "k", "ਖ": "kh", "ਗ": "g", "ਘ": "gh", "ਙ": "ṅ", "ਚ": "c",
            "ਛ": "ch",
            "ਜ": "j", "ਝ": "jh", "ਞ": "ñ", "ਟ": "ṭ", "ਠ": "ṭh", "ਡ": "ḍ", "ਢ": "ḍh", "ਣ": "ṇ",
            "ਤ": "t",
            "ਥ": "th", "ਦ": "d", "ਧ": "dh", "ਨ": "n", "ਪ": "p", "ਫ": "ph", "ਬ": "b", "ਭ": "bh",
            "ਮ": "m",
            "ਯ": "y", "ਰ": "r", "ਲ": "l", "ਵ": "v", "ੜ": "ṛ",
        ],
        dotted: [
            "\u{A36}": "ś", "\u{A59}": "k͟h", "\u{A5A}": "ġ", "\u{A5B}": "z", "\u{A5E}": "f",
            "\u{A33}": "ḷ",
        ],
        dot: "\u{A3C}",
        virama: "\u{A4D}",
        nasals: ["\u{A70}": "ṁ", "\u{A02}": "ṁ"],
        doubling: "\u{A71}",
        marks: [
            "।": ".", "॥": ".", "ੴ": "ik oṅkār", "੦": "0", "੧": "1", "੨": "2", "੩": "3", "੪": "4",
            "੫": "5", "੬": "6", "੭": "7", "੮": "8", "੯": "9",
        ],
        exceptions: ["janavrī": "janvarī", "faravrī": "farvarī", "pharavrī": "pharvarī"]
    )
}
