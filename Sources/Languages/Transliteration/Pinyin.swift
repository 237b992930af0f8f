/// Chinese in Latin letters with tones: frequent words are found first, which settles most characters of several readings
/// and says what is written together.
enum Pinyin {
    static func romanized(_ text: String) -> Transliteration? {
        var result = Transliteration("")
        var han: [Character] = []
        for character in text + " " {
            if characters[character] != nil {
                han.append(character)
                continue
            }
            guard let mark = marks[character] ?? (character.staysAsItIs ? String(character) : nil)
            else { return nil }
            if !han.isEmpty {
                if result.text.last?.isLetter == true { result.text.append(" ") }
                let read = read(han)
                result.text += read.text
                result.doubts += read.doubts
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

    /// Reads a run of characters; where words found from the front and from the back say different things, one cannot know.
    private static func read(_ han: [Character]) -> Transliteration {
        let forward = words(of: han)
        var result = Transliteration(forward.map(latin).joined(separator: " "))
        for word in forward where word.count == 1 {
            if let given = characters[word[0]], !given.isSure {
                result.doubts.append(.init(text: String(word), readings: given.readings))
            }
        }
        let backward = wordsFromTheEnd(of: han).map(latin).joined(separator: " ")
        let isOther =
            backward.filter { $0 != " " && $0 != "'" }
            != result.text.filter { $0 != " " && $0 != "'" }
        if isOther, result.doubts.isEmpty {
            result.doubts.append(.init(text: String(han), readings: [result.text, backward]))
        }
        return result
    }

    private static func words(of han: [Character]) -> [[Character]] {
        var words: [[Character]] = []
        var rest = han[...]
        while !rest.isEmpty {
            let longest = (2...4).reversed().first {
                rest.count >= $0 && readings[String(rest.prefix($0))] != nil
            }
            words.append(Array(rest.prefix(longest ?? 1)))
            rest = rest.dropFirst(longest ?? 1)
        }
        return words
    }

    private static func wordsFromTheEnd(of han: [Character]) -> [[Character]] {
        var words: [[Character]] = []
        var rest = han[...]
        while !rest.isEmpty {
            let longest = (2...4).reversed().first {
                rest.count >= $0 && readings[String(rest.suffix($0))] != nil
            }
            words.insert(Array(rest.suffix(longest ?? 1)), at: 0)
            rest = rest.dropLast(longest ?? 1)
        }
        return words
    }

    /// Syllables of a word are written together, with an apostrophe where they could be cut elsewhere: xī'ān.
    private static func latin(_ word: [Character]) -> String {
        let syllables = readings[String(word)] ?? word.map { characters[$0]?.readings.first ?? "" }
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

    // MARK: - Tables

    private struct Reading: Sendable {
        let readings: [String]
        let isSure: Bool
    }

    private static let characters: [Character: Reading] = {
        var table: [Character: Reading] = [:]
        table.reserveCapacity(11_000)
        for group in PinyinCharacters.text.split(separator: " ") {
            let isSure = group.first != "?"
            let body = isSure ? group[...] : group.dropFirst()
            let latin = body.prefix { !isHan($0) }
            let reading = Reading(
                readings: latin.split(separator: ",").map(String.init),
                isSure: isSure
            )
            for character in body[latin.endIndex...] { table[character] = reading }
        }
        return table
    }()

    /// By word the reading of each of its characters.
    private static let readings: [String: [String]] = {
        var table: [String: [String]] = [:]
        table.reserveCapacity(12_000)
        for entry in PinyinWords.text.split(separator: " ") {
            let word = entry.prefix(while: isHan)
            let said = entry[word.endIndex...]
            if said.first == ";" {
                table[String(word)] = said.dropFirst().split(separator: ",").map(String.init)
                continue
            }
            var several = said.split(separator: ",").map(String.init)[...]
            table[String(word)] = word.map { character in
                let given = characters[character]?.readings ?? []
                return given.count > 1 ? several.popFirst() ?? "" : given.first ?? ""
            }
        }
        return table
    }()

    private static func isHan(_ character: Character) -> Bool {
        character.unicodeScalars.first?.properties.isIdeographic == true
    }

    private static let marks: [Character: String] = [
        "。": ".", "，": ", ", "、": ", ", "？": "?", "！": "!", "；": "; ", "：": ": ", "“": "“",
        "”": "”",
        "（": " (", "）": ")", "　": " ", "…": "…",
    ]
}
