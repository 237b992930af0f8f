/// Modern Greek in Latin letters by ELOT 743 (ISO 843, transcription), with its accents.
enum Greek {
    static func romanized(_ text: String) -> Transliteration? {
        Alphabet.romanized(text) { letters, index in
            let letter = letters[index]
            let before = index > 0 ? letters[index - 1] : " "
            let after = index + 1 < letters.count ? letters[index + 1] : " "
            switch letter {
            case "γ" where "γξχ".contains(after): return "n"
            case "μ" where after == "π": return isEdge(letters, index) ? "b" : "m"
            case "π" where before == "μ": return isEdge(letters, index - 1) ? "" : "p"
            case "υ" where "οό".contains(before) && before == "ο": return "u"
            case "ύ" where before == "ο": return "ú"
            case "υ" where "αεη".contains(before): return isVoiced(after) ? "v" : "f"
            case "ύ" where "αεη".contains(before): return isVoiced(after) ? "v" : "f"
            // In Latin, the accent of αύ is on its first letter.
            case "α" where after == "ύ": return "á"
            case "ε" where after == "ύ": return "é"
            case "η" where after == "ύ": return "í"
            default: return latin[letter]
            }
        }
    }

    /// Whether μπ is at the start or end of a word, where it is pronounced b.
    private static func isEdge(_ letters: [Character], _ index: Int) -> Bool {
        let isFirst = index == 0 || !letters[index - 1].isLetter
        let isLast = index + 2 >= letters.count || !letters[index + 2].isLetter
        return isFirst || isLast
    }

    private static func isVoiced(_ letter: Character) -> Bool {
        "αάεέηήιίϊΐοόυύϋΰωώβγδζλμνρ".contains(letter)
    }

    private static let latin: [Character: String] = [
        "α": "a", "ά": "á", "β": "v", "γ": "g", "δ": "d", "ε": "e", "έ": "é", "ζ": "z", "η": "i",
        "ή": "í", "θ": "th", "ι": "i", "ί": "í", "ϊ": "ï", "ΐ": "ḯ", "κ": "k", "λ": "l", "μ": "m",
        "ν": "n", "ξ": "x", "ο": "o", "ό": "ó", "π": "p", "ρ": "r", "σ": "s", "ς": "s", "τ": "t",
        "υ": "y", "ύ": "ý", "ϋ": "ÿ", "ΰ": "ÿ́", "φ": "f", "χ": "ch", "ψ": "ps", "ω": "o", "ώ": "ó",
    ]
}
