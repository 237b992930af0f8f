/// A pinyin syllable above each Chinese character.
enum PinyinRuby {
    /// Nil if the reading is not pinyin, or does not have one syllable for each character.
    static func pieces(of text: String, read reading: String) -> [RubyPiece]? {
        let characters = Array(text)
        let count = characters.count(where: \.isHan)
        guard count > 0, let syllables = syllables(of: reading, count: count) else { return nil }
        var rest = syllables[...]
        var pieces: [RubyPiece] = []
        for character in characters {
            if character.isHan {
                pieces.append(RubyPiece(String(character), rest.removeFirst()))
            } else if let last = pieces.indices.last, pieces[last].reading == nil {
                pieces[last].text.append(character)
            } else {
                pieces.append(RubyPiece(String(character)))
            }
        }
        return pieces
    }

    /// The most syllables of a word, on average.
    private static let mostSyllables = 8
    /// In letters, with a digit for the tone.
    private static let longestSyllable = 7

    /// Divides a reading into `count` syllables; nil unless there is exactly one way.
    static func syllables(of reading: String, count: Int) -> [String]? {
        let words = reading.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        guard (words.count...words.count * mostSyllables).contains(count),
            words.allSatisfy({ $0.count <= mostSyllables * longestSyllable })
        else { return nil }
        var ways: [[String]] = [[]]
        for word in words {
            let divisions = divisions(of: Array(word))
            ways = ways.flatMap { way in divisions.map { way + $0 } }.filter { $0.count <= count }
            guard !ways.isEmpty, ways.count <= 64 else { return nil }
        }
        let fitting = ways.filter { $0.count == count }
        return fitting.count == 1 ? fitting[0] : nil
    }

    private static func divisions(of word: [Character]) -> [[String]] {
        var ways: [Int: [[String]]] = [0: [[]]]
        for end in 1...max(word.count, 1) where !word.isEmpty {
            var here: [[String]] = []
            for length in 1...min(longestSyllable, end) {
                guard let before = ways[end - length] else { continue }
                let syllable = word[(end - length)..<end]
                guard isSyllable(syllable) else { continue }
                // A syllable that begins with a vowel follows an apostrophe, at which the word was already split.
                if end > length, let first = plain(syllable).first, "aeo".contains(first) {
                    continue
                }
                here += before.prefix(16).map { $0 + [String(syllable)] }
            }
            if !here.isEmpty { ways[end] = here }
        }
        return ways[word.count] ?? []
    }

    private static func isSyllable(_ letters: ArraySlice<Character>) -> Bool {
        var plain = plain(letters)
        if let tone = plain.last, "12345".contains(tone) { plain.removeLast() }
        guard plain != "r" else { return true }
        guard !plain.isEmpty, plain.allSatisfy({ $0.isASCII && $0.isLetter || $0 == "ü" }) else {
            return false
        }
        let initial =
            initials.first {
                plain.hasPrefix($0) && finals.contains(String(plain.dropFirst($0.count)))
            }
        return initial != nil || syllablesWithoutInitial.contains(plain)
    }

    /// The letters in lower case without tone marks.
    private static func plain(_ letters: ArraySlice<Character>) -> String {
        String(letters.map { tones[$0] ?? Character($0.lowercased()) })
    }

    private static let tones: [Character: Character] = {
        var tones: [Character: Character] = [:]
        for (plain, marked) in [
            "a": "āáǎà", "e": "ēéěè", "i": "īíǐì", "o": "ōóǒò", "u": "ūúǔù", "ü": "ǖǘǚǜ",
        ] {
            for letter in marked {
                tones[letter] = Character(plain)
                tones[Character(letter.uppercased())] = Character(plain)
            }
        }
        return tones
    }()

    private static let initials = [
        "zh", "ch", "sh", "b", "p", "m", "f", "d", "t", "n", "l", "g", "k", "h", "j", "q", "x", "r",
        "z", "c", "s", "y", "w",
    ]

    private static let finals: Set = [
        "a", "o", "e", "i", "u", "ü", "ai", "ei", "ui", "ao", "ou", "iu", "ie", "üe", "ue", "an",
        "en",
        "in", "un", "ün", "ang", "eng", "ing", "ong", "ia", "iao", "ian", "iang", "iong", "ua",
        "uo",
        "uai", "uan", "uang", "üan",
    ]

    private static let syllablesWithoutInitial: Set = [
        "a", "o", "e", "ai", "ei", "ao", "ou", "an", "en", "ang", "eng", "er",
    ]
}
