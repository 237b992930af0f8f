/// Kana in Latin letters by modified Hepburn: `tōkyō`, `shin'yū`, `matcha`, `kōhī`.
enum Kana {
    /// Kanji need a reader, and spaces separate words.
    static func romanized(_ text: String, reading reader: JapaneseReader?) -> Transliteration? {
        Transliteration.ofWords(in: text, isLetter: isJapanese, replacing: marks) {
            romanizedWord($0, reading: reader)
        }
    }

    private static func romanizedWord(_ word: String, reading reader: JapaneseReader?)
        -> Transliteration?
    {
        if word.allSatisfy({ isKana($0) }) { return romanizedKana(word) }
        guard let words = reader?.words(word), words.map(\.surface).joined() == word else {
            return nil
        }
        var result = Transliteration("")
        for word in words {
            if !result.text.isEmpty { result.text += " " }
            if word.isParticle, let particle = particles[hiragana(word.kana)] {
                result.text += particle
                continue
            }
            let kana = isKatakana(word.surface) ? word.kana : hiragana(word.kana)
            guard let romanized = romanizedKana(kana) else { return nil }
            result.append(romanized)
        }
        return result
    }

    /// One word of only kana.
    private static func romanizedKana(_ word: String) -> Transliteration? {
        if let readings = KanaWords.readings[word], let first = readings.first {
            return Transliteration(
                first,
                ambiguities: readings.count == 1 ? [] : [.init(text: word, readings: readings)]
            )
        }
        guard let latin = syllables(of: word) else { return nil }
        // A は or へ at the end is nearly always the particle, pronounced wa or e, but not certainly.
        if let last = word.last, last == "は" || last == "へ", word.count > 2,
            let particle = particles[String(last)]
        {
            let likely = String(latin.dropLast(2)) + particle
            return Transliteration(
                likely,
                ambiguities: [.init(text: word, readings: [likely, latin])]
            )
        }
        return Transliteration(latin)
    }

    private static func syllables(of word: String) -> String? {
        let kana = Array(word)
        var latin = ""
        var index = 0
        var isDoubled = false
        while index < kana.count {
            let character = kana[index]
            index += 1
            switch character {
            case "っ", "ッ":
                guard index < kana.count, !isDoubled else { return nil }
                isDoubled = true
                continue
            case "ー":
                guard !isDoubled, lengthen(&latin) else { return nil }
                continue
            case "ん", "ン":
                guard !isDoubled else { return nil }
                let next = index < kana.count ? KanaTable.latin[hiragana(kana[index])] : nil
                let needsApostrophe = next?.first.map { "aiueoy".contains($0) } == true
                latin += needsApostrophe ? "n'" : "n"
                continue
            default: break
            }
            var syllable = KanaTable.latin[hiragana(character)]
            if index < kana.count,
                let pair = KanaTable.latin[hiragana(character) + hiragana(kana[index])]
            {
                syllable = pair
                index += 1
            }
            guard var syllable else { return nil }
            if isDoubled {
                guard let first = syllable.first, !"aiueon".contains(first) else { return nil }
                syllable = (syllable.hasPrefix("ch") ? "t" : String(first)) + syllable
                isDoubled = false
            }
            // In katakana only ー marks a long vowel: ソウル is souru.
            if isHiragana(character), index - 1 > 0, isLengthened(latin, by: syllable) {
                guard lengthen(&latin) else { return nil }
            } else {
                latin += syllable
            }
        }
        return isDoubled ? nil : latin
    }

    /// Whether a vowel makes the one before it long; in words in hiragana, ii is not contracted, and ei is not a long e.
    private static func isLengthened(_ latin: String, by vowel: String) -> Bool {
        switch (latin.last, vowel) {
        case ("o", "u"), ("o", "o"), ("u", "u"), ("a", "a"), ("e", "e"): true
        default: false
        }
    }

    private static func lengthen(_ latin: inout String) -> Bool {
        guard let vowel = latin.last, let long = long[vowel] else { return false }
        latin.removeLast()
        latin.append(long)
        return true
    }

    private static let long: [Character: Character] = [
        "a": "ā", "i": "ī", "u": "ū", "e": "ē", "o": "ō",
    ]
    private static let particles = ["は": "wa", "へ": "e", "を": "o"]
    private static let marks: [Character: String] = [
        "。": ".", "、": ",", "？": "?", "！": "!", "「": "“", "」": "”", "・": " ", "　": " ", "〜": "~",
    ]

    // MARK: - Characters

    static func isKana(_ character: Character) -> Bool {
        character == "ー" || isHiragana(character) || isKatakana(character)
    }

    static func isHiragana(_ character: Character) -> Bool { ("ぁ"..."ゖ").contains(character) }

    static func isKatakana(_ character: Character) -> Bool { ("ァ"..."ヺ").contains(character) }

    static func isKatakana(_ text: String) -> Bool {
        text.allSatisfy { isKatakana($0) || $0 == "ー" }
    }

    private static func isJapanese(_ character: Character) -> Bool {
        isKana(character) || character.isHan
    }

    static func hiragana(_ text: String) -> String { text.map { hiragana($0) }.joined() }

    /// Katakana are 0x60 above hiragana in Unicode; other characters are unchanged.
    static func hiragana(_ character: Character) -> String {
        guard ("ァ"..."ヶ").contains(character) else { return String(character) }
        return shifted(character, by: -0x60)
    }

    static func katakana(_ text: String) -> String {
        text.map { isHiragana($0) ? shifted($0, by: 0x60) : String($0) }.joined()
    }

    private static func shifted(_ character: Character, by distance: Int) -> String {
        var text = String.UnicodeScalarView()
        for (index, scalar) in character.unicodeScalars.enumerated() {
            let moved = index == 0 ? Unicode.Scalar(UInt32(Int(scalar.value) + distance)) : scalar
            text.append(moved ?? scalar)
        }
        return String(text)
    }
}
