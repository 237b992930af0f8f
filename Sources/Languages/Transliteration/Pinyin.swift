internal import EmbeddedFiles

/// Pinyin with tone marks for Chinese text.
///
/// Frequent words are found first: they decide how most characters with several readings are read, and which syllables are
/// written together.
enum Pinyin {
    static func romanized(_ text: String) -> Transliteration? {
        var result = Transliteration("")
        var han: [Character] = []
        for character in text + " " {
            if table.characters[character] != nil {
                han.append(character)
                continue
            }
            guard let mark = marks[character] ?? (character.passesThrough ? String(character) : nil)
            else { return nil }
            if !han.isEmpty {
                if result.text.last?.isLetter == true { result.text.append(" ") }
                result.append(romanized(han))
                han = []
            }
            if mark.first?.isLetter == true, result.text.last?.isLetter == true {
                result.text.append(" ")
            }
            result.text += mark
        }
        result.text.removeLast()
        return result
    }

    /// Splits the text into words from the start and from the end; if the two disagree, the reading is ambiguous.
    private static func romanized(_ han: [Character]) -> Transliteration {
        let words = words(of: han)
        var result = Transliteration(words.map(latin).joined(separator: " "))
        for word in words where word.count == 1 {
            if let readings = table.characters[word[0]], readings.isAmbiguous {
                result.ambiguities.append(.init(text: String(word), readings: readings.syllables))
            }
        }
        let other = wordsFromEnd(of: han).map(latin).joined(separator: " ")
        let isOther =
            other.filter { $0 != " " && $0 != "'" } != result.text.filter { $0 != " " && $0 != "'" }
        if isOther, result.ambiguities.isEmpty {
            result.ambiguities.append(.init(text: String(han), readings: [result.text, other]))
        }
        return result
    }

    private static func words(of han: [Character]) -> [[Character]] {
        var words: [[Character]] = []
        var rest = han[...]
        while !rest.isEmpty {
            let length = (2...4).last { rest.count >= $0 && isWord(rest.prefix($0)) } ?? 1
            words.append(Array(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return words
    }

    private static func wordsFromEnd(of han: [Character]) -> [[Character]] {
        var words: [[Character]] = []
        var rest = han[...]
        while !rest.isEmpty {
            let length = (2...4).last { rest.count >= $0 && isWord(rest.suffix($0)) } ?? 1
            words.append(Array(rest.suffix(length)))
            rest = rest.dropLast(length)
        }
        return words.reversed()
    }

    private static func isWord(_ characters: ArraySlice<Character>) -> Bool {
        table.words[String(characters)] != nil
    }

    /// The syllables of a word written together, with an apostrophe where they could be divided differently: xī'ān.
    private static func latin(_ word: [Character]) -> String {
        var syllables = table.words[String(word)] ?? []
        if syllables.isEmpty {
            syllables = word.map { table.characters[$0]?.syllables.first ?? "" }
        }
        var latin = ""
        for (index, syllable) in syllables.enumerated() {
            if index > 0, word[index] == "儿", index == word.count - 1, syllable.hasPrefix("er") {
                latin += "r"
                continue
            }
            let startsWithVowel = syllable.first.map { "aāáǎàeēéěèoōóǒò".contains($0) } == true
            latin += (index > 0 && startsWithVowel ? "'" : "") + syllable
        }
        return latin
    }

    private static let table = PinyinTable(EmbeddedFiles.pinyin.bytes)

    private static let marks: [Character: String] = [
        "。": ".", "，": ", ", "、": ", ", "？": "?", "！": "!", "；": "; ", "：": ": ", "“": "“",
        "”": "”",
        "（": " (", "）": ")", "　": " ", "…": "…",
    ]
}
