/// Kana for Hepburn romaji.
///
/// Hiragana has two spellings each for a long o, ji and zu; the usual one is used except in the words listed in `KanaWords`.
enum Romaji {
    static func hiragana(_ text: String) -> Transliteration? {
        written(text, long: { $0 == "o" ? "う" : vowels[$0] })
    }

    static func katakana(_ text: String) -> Transliteration? {
        written(text, long: { _ in "ー" }).map { Transliteration(Kana.katakana($0.text)) }
    }

    private static func written(_ text: String, long: (Character) -> String?) -> Transliteration? {
        let text = text.lowercased().replacing("’", with: "'")
        return Transliteration.ofWords(in: text, isLetter: { $0.isLetter || $0 == "'" }) { word in
            kana(of: word, long: long).map { kana in
                Transliteration(
                    kana[0],
                    ambiguities: kana.count > 1 ? [.init(text: word, readings: kana)] : []
                )
            }
        }
    }

    private static func kana(of word: String, long: (Character) -> String?) -> [String]? {
        if let known = KanaWords.spellings[word], long("o") == "う" { return known }
        var letters: [Character] = []
        // A long vowel becomes the short one followed by a macron.
        for letter in word {
            if let short = short[letter] {
                letters += [short, "¯"]
            } else {
                letters.append(letter)
            }
        }
        var kana = ""
        var index = 0
        while index < letters.count {
            let letter = letters[index]
            if letter == "¯" {
                guard index > 0, let more = long(letters[index - 1]) else { return nil }
                kana += more
                index += 1
            } else if letter == "n", isEndOfSyllable(letters, index) {
                kana += "ん"
                index += index + 1 < letters.count && letters[index + 1] == "'" ? 2 : 1
            } else if isDoubled(letters, index) {
                kana += "っ"
                index += 1
            } else {
                let found = (1...4).reversed().first { length in
                    index + length <= letters.count
                        && KanaTable.hiragana[String(letters[index..<index + length])] != nil
                }
                guard let found else { return nil }
                kana += KanaTable.hiragana[String(letters[index..<index + found])] ?? ""
                index += found
            }
        }
        return [kana]
    }

    private static func isEndOfSyllable(_ letters: [Character], _ index: Int) -> Bool {
        guard index + 1 < letters.count else { return true }
        return !"aiueoy".contains(letters[index + 1])
    }

    private static func isDoubled(_ letters: [Character], _ index: Int) -> Bool {
        guard index + 1 < letters.count, !"aiueon'".contains(letters[index]) else { return false }
        if letters[index] == "t", letters[index + 1] == "c" { return true }
        return letters[index] == letters[index + 1]
    }

    private static let short: [Character: Character] = [
        "ā": "a", "ī": "i", "ū": "u", "ē": "e", "ō": "o",
    ]
    private static let vowels: [Character: String] = [
        "a": "あ", "i": "い", "u": "う", "e": "え", "o": "お",
    ]
}
