/// A text converted to another script.
package struct Transliteration: Hashable, Sendable {
    package internal(set) var text: String
    /// The parts that can be read in several ways.
    package internal(set) var ambiguities: [Ambiguity]

    init(_ text: String, ambiguities: [Ambiguity] = []) {
        self.text = text
        self.ambiguities = ambiguities
    }

    /// Part of a text that can be read in several ways.
    package struct Ambiguity: Hashable, Sendable {
        /// The part in the original script.
        package let text: String
        /// The most likely reading, which is in the result, comes first.
        package let readings: [String]

        package init(text: String, readings: [String]) {
            self.text = text
            self.readings = readings
        }
    }

    /// If not, the text should be shown to the learner before it is stored.
    package var isUnambiguous: Bool { ambiguities.isEmpty }

    mutating func append(_ other: Transliteration) {
        text += other.text
        ambiguities += other.ambiguities
    }

    /// Applies a rule to each run of letters, and keeps or replaces the characters between them.
    static func ofWords(
        in text: String,
        isLetter: (Character) -> Bool,
        replacing marks: [Character: String] = [:],
        rule: (String) -> Transliteration?
    ) -> Transliteration? {
        var result = Transliteration("")
        var rest = text[...]
        while let character = rest.first {
            let word = rest.prefix(while: isLetter)
            if word.isEmpty {
                guard character.passesThrough || marks[character] != nil else { return nil }
                result.text += marks[character] ?? String(character)
                rest.removeFirst()
            } else {
                guard let transliteration = rule(String(word)) else { return nil }
                result.append(transliteration)
                rest = rest[word.endIndex...]
            }
        }
        return result
    }
}

/// Converts text of a language from one of its scripts to another, if a rule can be right.
///
/// No rule exists for Shahmukhi, which does not write short vowels, and none for kanji without a `JapaneseReader`: no
/// transliteration is better than a wrong one.
package struct Transliterator: Sendable {
    private let transliterate: @Sendable (String) -> Transliteration?

    /// Nil if there is no rule for the two scripts, or the languages differ.
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

    /// Nil if the text contains letters that the rule does not know.
    package func callAsFunction(_ text: String) -> Transliteration? { transliterate(text) }
}

extension Character {
    var isHan: Bool {
        self == "々" || unicodeScalars.first?.properties.isIdeographic == true
    }

    /// Whether a transliteration keeps the character unchanged: a Latin letter, digit, space, punctuation mark or symbol.
    var passesThrough: Bool {
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
