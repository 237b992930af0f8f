/// Ukrainian in Latin letters by the national table (Cabinet of Ministers, resolution 55 of 27 January 2010).
enum UkrainianCyrillic {
    static func romanized(_ text: String) -> Transliteration? {
        Alphabet.romanized(text) { letters, index in
            let isFirst =
                index == 0 || !(letters[index - 1].isLetter || isApostrophe(letters[index - 1]))
            switch letters[index] {
            case "г" where index > 0 && letters[index - 1] == "з": return "gh"
            case "'", "’", "ʼ": return index > 0 && index + 1 < letters.count ? "" : nil
            case let letter:
                return isFirst ? first[letter] ?? latin[letter] : latin[letter]
            }
        }
    }

    private static func isApostrophe(_ character: Character) -> Bool { "'’ʼ".contains(character) }

    private static let first: [Character: String] = [
        "є": "ye", "ї": "yi", "й": "y", "ю": "yu", "я": "ya",
    ]

    private static let latin: [Character: String] = [
        "а": "a", "б": "b", "в": "v", "г": "h", "ґ": "g", "д": "d", "е": "e", "є": "ie", "ж": "zh",
        "з": "z", "и": "y", "і": "i", "ї": "i", "й": "i", "к": "k", "л": "l", "м": "m", "н": "n",
        "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф": "f", "х": "kh", "ц": "ts",
        "ч": "ch", "ш": "sh", "щ": "shch", "ь": "", "ю": "iu", "я": "ia",
    ]
}
