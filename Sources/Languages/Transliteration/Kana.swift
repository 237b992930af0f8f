/// Kana in Latin letters by modified Hepburn: `tōkyō`, `shin'yū`, `matcha`, `kōhī`.
enum Kana {
    /// Reads kana, and kanji where there is somebody who reads them; spaces part words.
    static func romanized(_ text: String, reading reader: JapaneseReader?) -> Transliteration? {
        var result = Transliteration("")
        var word = ""
        for character in text + " " {
            guard character.isWhitespace || (!isJapanese(character) && character != "ー") else {
                word.append(character)
                continue
            }
            guard character.staysAsItIs || marks[character] != nil else { return nil }
            if !word.isEmpty {
                guard let romanized = romanizedWord(word, reading: reader) else { return nil }
                result.text += romanized.text
                result.doubts += romanized.doubts
                word = ""
            }
            result.text += marks[character] ?? String(character)
        }
        result.text.removeLast()
        return result
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
            let kana = isKatakana(word.surface) ? word.kana : hiragana(word.kana)
            if word.isParticle, let said = particles[hiragana(word.kana)] {
                result.text += (result.text.isEmpty ? "" : " ") + said
                continue
            }
            guard let part = romanizedKana(kana) else { return nil }
            result.text += (result.text.isEmpty ? "" : " ") + part.text
            result.doubts += part.doubts
        }
        return result
    }

    /// One word in kana alone.
    private static func romanizedKana(_ word: String) -> Transliteration? {
        if let readings = KanaWords.readings[word], let first = readings.first {
            let doubts =
                readings.count == 1 ? [] : [Transliteration.Doubt(text: word, readings: readings)]
            return Transliteration(first, doubts: doubts)
        }
        guard let latin = syllables(of: word) else { return nil }
        // A は or へ at the end is nearly always the particle, said wa or e; no rule can tell.
        if let last = word.last, last == "は" || last == "へ", word.count > 2,
            let particle = particles[String(last)]
        {
            let said = latin.dropLast(2) + particle
            return Transliteration(
                String(said),
                doubts: [.init(text: word, readings: [String(said), latin])]
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
                let needsMark = next?.first.map { "aiueoy".contains($0) } == true
                latin += needsMark ? "n'" : "n"
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
            // Loan words in katakana show a long vowel by ー alone: ソウル stays souru.
            if isHiragana(character), index - 1 > 0, isLong(latin, before: syllable) {
                guard lengthen(&latin) else { return nil }
            } else {
                latin += syllable
            }
        }
        return isDoubled ? nil : latin
    }

    /// Whether a vowel lengthens the one before it; a long i is written ii in words that hiragana writes, and ei is no
    /// long e.
    private static func isLong(_ latin: String, before vowel: String) -> Bool {
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
        isKana(character) || character == "々"
            || character.unicodeScalars.first?.properties.isIdeographic == true
    }

    static func hiragana(_ text: String) -> String { text.map { hiragana($0) }.joined() }

    /// Katakana lie 0x60 above hiragana; what is no katakana stays.
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
