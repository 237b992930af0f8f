/// The common part of the rules for alphabets with upper and lower case.
enum Alphabet {
    /// Nil if the rule does not know a letter.
    ///
    /// - Parameter rule: Returns the Latin letters at an index of the text, which is in lower case; nil to keep the character
    ///   unchanged.
    static func romanized(
        _ text: String,
        by rule: ([Character], Int) -> String?
    ) -> Transliteration? {
        let original = Array(text)
        let lowercased = original.map(lowercased)
        var result = ""
        for index in original.indices {
            guard let latin = rule(lowercased, index) else {
                guard original[index].passesThrough else { return nil }
                result.append(original[index])
                continue
            }
            result +=
                isUppercase(original[index]) ? capitalized(latin, at: index, of: original) : latin
        }
        return Transliteration(result)
    }

    static func isUppercase(_ character: Character) -> Bool {
        character.isUppercase && !character.isLowercase
    }

    static func lowercased(_ character: Character) -> Character {
        let lowercased = character.lowercased()
        return lowercased.count == 1 ? lowercased.first ?? character : character
    }

    /// `Shch` in a word with one upper-case letter, `SHCH` among several.
    static func capitalized(_ latin: String, at index: Int, of original: [Character]) -> String {
        let neighbours = [index - 1, index + 1].filter(original.indices.contains)
            .map { original[$0] }.filter(\.isLetter)
        let isAmongUppercase = !neighbours.isEmpty && neighbours.allSatisfy(isUppercase)
        guard !isAmongUppercase, let start = latin.firstIndex(where: \.isLetter) else {
            return latin.uppercased()
        }
        return latin[..<start] + latin[start].uppercased() + latin[latin.index(after: start)...]
    }
}
