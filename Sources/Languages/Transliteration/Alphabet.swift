/// What rules for alphabets have in common: small letters are looked up, capitals follow their neighbours.
enum Alphabet {
    /// Asks the rule for each letter, given all of the text in small letters; nil where it knows one not.
    ///
    /// - Parameter rule: Latin letters for one place; nil leaves the character as it is, if it is none of the script.
    static func romanized(
        _ text: String,
        by rule: ([Character], Int) -> String?
    ) -> Transliteration? {
        let original = Array(text)
        let small = original.map(small)
        var result = ""
        for index in original.indices {
            guard let latin = rule(small, index) else {
                guard original[index].staysAsItIs else { return nil }
                result.append(original[index])
                continue
            }
            result +=
                isCapital(original[index]) ? capitalized(latin, at: index, of: original) : latin
        }
        return Transliteration(result)
    }

    static func isCapital(_ character: Character) -> Bool {
        character.isUppercase && !character.isLowercase
    }

    static func small(_ character: Character) -> Character {
        let small = character.lowercased()
        return small.count == 1 ? small.first ?? character : character
    }

    /// `Shch` in a word with one capital, `SHCH` among capitals.
    static func capitalized(_ latin: String, at index: Int, of original: [Character]) -> String {
        let neighbours = [index - 1, index + 1].filter(original.indices.contains).map {
            original[$0]
        }
        .filter(\.isLetter)
        let isAmongCapitals = !neighbours.isEmpty && neighbours.allSatisfy(isCapital)
        guard !isAmongCapitals, let start = latin.firstIndex(where: \.isLetter) else {
            return latin.uppercased()
        }
        return latin[..<start] + latin[start].uppercased() + latin[latin.index(after: start)...]
    }
}
