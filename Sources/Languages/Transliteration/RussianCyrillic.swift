/// Russian in Latin letters by the BGN/PCGN system of 1947.
enum RussianCyrillic {
    static func romanized(_ text: String) -> Transliteration? {
        Alphabet.romanized(text) { letters, index in
            let letter = letters[index]
            let before = index > 0 ? letters[index - 1] : " "
            switch letter {
            case "е", "ё":
                let bare = letter == "е" ? "e" : "ë"
                return !before.isLetter || "аеёиоуыэюяйъь".contains(before) ? "y" + bare : bare
            // A dot separates two letters that would otherwise be read as one.
            case "а", "у",
                "ы" where before == "й", "э" where before == "й":
                guard before == "й" || (before == "ы" && letter != "ы") else {
                    return latin[letter]
                }
                return latin[letter].map { "·" + $0 }
            case "с" where before == "т",
                "э" where before.isLetter && !"аеёиоуыэюя".contains(before):
                return latin[letter].map { "·" + $0 }
            default: return latin[letter]
            }
        }
    }

    private static let latin: [Character: String] = [
        "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "ж": "zh", "з": "z", "и": "i", "й": "y",
        "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t",
        "у": "u", "ф": "f", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "ˮ",
        "ы": "y", "ь": "ʼ", "э": "e", "ю": "yu", "я": "ya",
    ]
}
