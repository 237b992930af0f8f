/// A text that a rule has put into another script.
package struct Transliteration: Hashable, Sendable {
    /// The text in the other script.
    package var text: String
    /// What can be read in several ways where nothing says which; none where the rule is sure.
    package var doubts: [Doubt]

    init(_ text: String, doubts: [Doubt] = []) {
        self.text = text
        self.doubts = doubts
    }

    /// Part of a text that can be read in several ways.
    package struct Doubt: Hashable, Sendable {
        /// As it stands in the original.
        package let text: String
        /// How it may be read, the likeliest first: that one stands in the result.
        package let readings: [String]

        /// A part of a text, with how it may be read.
        package init(text: String, readings: [String]) {
            self.text = text
            self.readings = readings
        }
    }

    /// Whether the rule is sure of every part; what it is not sure of should be shown to somebody before it is kept.
    package var isSure: Bool { doubts.isEmpty }
}

/// Puts text of one language into another of its scripts, where there is a rule that can be right.
///
/// There is none for Shahmukhi, which does not write short vowels, and none for kanji without somebody who reads them
/// (`JapaneseReader`): no transliteration is better than a wrong one.
package struct Transliterator: Sendable {
    private let transliterate: @Sendable (String) -> Transliteration?

    /// Finds the rule for two scripts of one language; nil where there is none.
    package init?(
        from source: LanguageTag,
        to target: LanguageTag,
        reading kanji: JapaneseReader? = nil
    ) {
        guard source.language == target.language,
            let scripts = source.likelyScript.flatMap({ from in
                target.likelyScript.map { (from, to: $0) }
            })
        else { return nil }
        switch (source.language, scripts.0, scripts.to) {
        case ("ja", "Jpan", "Latn"), ("ja", "Hrkt", "Latn"), ("ja", "Hira", "Latn"),
            ("ja", "Kana", "Latn"):
            transliterate = { Kana.romanized($0, reading: kanji) }
        case ("ja", "Latn", "Hira"), ("ja", "Latn", "Hrkt"): transliterate = Romaji.hiragana
        case ("ja", "Latn", "Kana"): transliterate = Romaji.katakana
        case ("zh", "Hans", "Latn"), ("zh", "Hant", "Latn"), ("cmn", "Hans", "Latn"),
            ("cmn", "Hant", "Latn"):
            transliterate = Pinyin.romanized
        case ("ko", "Kore", "Latn"), ("ko", "Hang", "Latn"): transliterate = Hangul.romanized
        case ("pa", "Guru", "Latn"): transliterate = Gurmukhi.romanized
        case ("hi", "Deva", "Latn"): transliterate = Devanagari.romanized
        case ("uk", "Cyrl", "Latn"): transliterate = UkrainianCyrillic.romanized
        case ("ru", "Cyrl", "Latn"): transliterate = RussianCyrillic.romanized
        case ("el", "Grek", "Latn"): transliterate = Greek.romanized
        default: return nil
        }
    }

    /// Puts a text into the other script; nil where it holds letters that the rule does not know.
    package func callAsFunction(_ text: String) -> Transliteration? { transliterate(text) }
}

extension Character {
    /// Whether a rule may leave the character as it is: a Latin letter, a digit, a space, a mark that is no letter.
    var staysAsItIs: Bool {
        isASCII
            || unicodeScalars.allSatisfy { scalar in
                switch scalar.properties.generalCategory {
                case .decimalNumber, .dashPunctuation, .openPunctuation, .closePunctuation,
                    .initialPunctuation, .finalPunctuation, .otherPunctuation, .spaceSeparator,
                    .mathSymbol, .currencySymbol, .otherSymbol, .modifierSymbol:
                    true
                case .lowercaseLetter, .uppercaseLetter:
                    (0xC0...0x24F).contains(scalar.value)
                        || (0x1E00...0x1EFF).contains(scalar.value)
                default: false
                }
            }
    }
}
