/// Korean in Latin letters by the Revised Romanization of 2000, which writes what is said: sounds change where syllables
/// meet.
enum Hangul {
    static func romanized(_ text: String) -> Transliteration? {
        var result = Transliteration("")
        var word: [Syllable] = []
        var written = ""
        func finishWord() {
            guard !word.isEmpty else { return }
            let said = romanized(word)
            result.text += said.latin
            if let other = said.other {
                result.doubts.append(.init(text: written, readings: [said.latin, other]))
            }
            (word, written) = ([], "")
        }
        for character in respelled(text) {
            if let syllable = Syllable(character) {
                word.append(syllable)
                written.append(character)
                continue
            }
            guard character.staysAsItIs else { return nil }
            finishWord()
            result.text.append(character)
        }
        finishWord()
        return result
    }

    /// A word, and how else it may be said.
    private static func romanized(_ word: [Syllable]) -> (latin: String, other: String?) {
        var (latin, other) = ("", "")
        var opening = word[0].opening
        var otherOpening = opening
        for (index, syllable) in word.enumerated() {
            let next = index + 1 < word.count ? word[index + 1] : nil
            let meeting = Meeting(of: syllable, and: next, isInLongWord: word.count > 2)
            latin += Syllable.latin(opening, after: latin) + syllable.vowelLatin + meeting.closing
            other += Syllable.latin(otherOpening, after: other) + syllable.vowelLatin
            other += meeting.other?.closing ?? meeting.closing
            opening = meeting.opening
            otherOpening = meeting.other?.opening ?? meeting.opening
        }
        return (latin, other == latin ? nil : other)
    }

    /// Words in which a sound steps in between two parts, or the parts stay apart: spelled here as they are said.
    private static func respelled(_ text: String) -> String {
        var text = text
        for (written, said) in asSaid where text.contains(written) {
            text = text.split(separator: written, omittingEmptySubsequences: false)
                .joined(separator: said)
        }
        return text
    }

    private static let asSaid = [
        ("맛없", "마덦"), ("첫인상", "처딘상"), ("꽃잎", "꼰닙"), ("나뭇잎", "나문닙"), ("깻잎", "깬닙"),
        ("알약", "알략"), ("물약", "물략"), ("한여름", "한녀름"), ("담요", "담뇨"), ("십육", "심뉵"),
        ("식용유", "시굥뉴"), ("색연필", "생년필"), ("솜이불", "솜니불"), ("학여울", "항녀울"),
        ("겉옷", "거돋"), ("윗옷", "위돋"), ("헛웃음", "허두슴"), ("밟다", "밥다"), ("밟는", "밤는"),
        ("의견란", "의견난"), ("생산량", "생산냥"), ("몇월", "며둴"), ("부엌일", "부엉닐"), ("신문로", "신문노"),
    ]
}

/// A syllable of Hangul, taken apart.
struct Syllable {
    let opening: Character
    private let vowel: Int
    let closing: [Character]

    init?(_ character: Character) {
        // Letters that stand apart (Unicode's decomposed form) make the same syllable.
        let scalars = Array(character.unicodeScalars.map(\.value))
        let code: UInt32
        if scalars.count == 1, (0xAC00...0xD7A3).contains(scalars[0]) {
            code = scalars[0] - 0xAC00
        } else if (2...3).contains(scalars.count), (0x1100...0x1112).contains(scalars[0]),
            (0x1161...0x1175).contains(scalars[1])
        {
            let closing = scalars.count == 3 ? scalars[2] : 0x11A7
            guard (0x11A7...0x11C2).contains(closing) else { return nil }
            code = ((scalars[0] - 0x1100) * 21 + scalars[1] - 0x1161) * 28 + closing - 0x11A7
        } else {
            return nil
        }
        opening = Self.openings[Int(code) / 588]
        vowel = Int(code) % 588 / 28
        closing = Self.closings[Int(code) % 28]
    }

    var vowelLatin: String { Self.vowels[vowel] }

    /// Whether the vowel draws d and t before it to j and ch: i, and yeo that is short for it.
    var palatalizes: Bool { ["i", "yeo"].contains(vowelLatin) }

    /// An opening consonant; l follows l, else it is r.
    static func latin(_ opening: Character, after latin: String) -> String {
        if opening == "ㄹ" { return latin.last == "l" ? "l" : "r" }
        return openingLatin[opening] ?? ""
    }

    /// What a closing consonant is said as, when none after it changes it.
    static func said(_ closing: [Character]) -> String {
        switch closing {
        case []: ""
        case ["ㄱ"], ["ㄲ"], ["ㅋ"], ["ㄱ", "ㅅ"], ["ㄹ", "ㄱ"]: "k"
        case ["ㄴ"], ["ㄴ", "ㅈ"], ["ㄴ", "ㅎ"]: "n"
        case ["ㄹ"], ["ㄹ", "ㅂ"], ["ㄹ", "ㅅ"], ["ㄹ", "ㅌ"], ["ㄹ", "ㅎ"]: "l"
        case ["ㅁ"], ["ㄹ", "ㅁ"]: "m"
        case ["ㅂ"], ["ㅍ"], ["ㅂ", "ㅅ"], ["ㄹ", "ㅍ"]: "p"
        case ["ㅇ"]: "ng"
        default: "t"
        }
    }

    private static let openings = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ")
    private static let closings: [[Character]] = [
        [], ["ㄱ"], ["ㄲ"], ["ㄱ", "ㅅ"], ["ㄴ"], ["ㄴ", "ㅈ"], ["ㄴ", "ㅎ"], ["ㄷ"], ["ㄹ"],
        ["ㄹ", "ㄱ"], ["ㄹ", "ㅁ"], ["ㄹ", "ㅂ"], ["ㄹ", "ㅅ"], ["ㄹ", "ㅌ"], ["ㄹ", "ㅍ"], ["ㄹ", "ㅎ"],
        ["ㅁ"], ["ㅂ"], ["ㅂ", "ㅅ"], ["ㅅ"], ["ㅆ"], ["ㅇ"], ["ㅈ"], ["ㅊ"], ["ㅋ"], ["ㅌ"], ["ㅍ"], ["ㅎ"],
    ]
    private static let vowels = [
        "a", "ae", "ya", "yae", "eo", "e", "yeo", "ye", "o", "wa", "wae", "oe", "yo", "u", "wo",
        "we", "wi", "yu", "eu", "ui", "i",
    ]
    private static let openingLatin: [Character: String] = [
        "ㄱ": "g", "ㄲ": "kk", "ㄴ": "n", "ㄷ": "d", "ㄸ": "tt", "ㅁ": "m", "ㅂ": "b", "ㅃ": "pp",
        "ㅅ": "s", "ㅆ": "ss", "ㅇ": "", "ㅈ": "j", "ㅉ": "jj", "ㅊ": "ch", "ㅋ": "k", "ㅌ": "t",
        "ㅍ": "p", "ㅎ": "h",
    ]
}

/// What becomes of the end of one syllable and the beginning of the next.
private struct Meeting {
    var closing: String
    var opening: Character
    /// Where nouns and verbs differ, and nothing here tells them apart.
    var other: (closing: String, opening: Character)?

    init(of syllable: Syllable, and next: Syllable?, isInLongWord: Bool) {
        let closing = syllable.closing
        guard let next else {
            self.init(Syllable.said(closing), "ㅇ")
            return
        }
        switch (closing.last, next.opening) {
        case (nil, _), ("ㅇ", "ㅇ"):
            self.init(Syllable.said(closing), next.opening)
        case ("ㅎ", _):
            self.init(afterBreath: Array(closing.dropLast()), next)
        case (let last?, "ㅇ"):
            let moved: Character =
                switch (last, next.palatalizes) {
                case ("ㄷ", true): "ㅈ"
                case ("ㅌ", true): "ㅊ"
                default: last
                }
            self.init(Syllable.said(Array(closing.dropLast())), moved)
        case (let last?, "ㅎ"):
            self.init(beforeBreath: closing, last, next)
        default:
            self.init(betweenConsonants: syllable, next, isInLongWord)
        }
    }

    private init(_ closing: String, _ opening: Character) {
        self.closing = closing
        self.opening = opening
    }

    /// ㅎ at the end hardens what follows, and is silent before a vowel.
    private init(afterBreath rest: [Character], _ next: Syllable) {
        switch next.opening {
        case "ㄱ": self.init(Syllable.said(rest), "ㅋ")
        case "ㄷ": self.init(Syllable.said(rest), "ㅌ")
        case "ㅈ": self.init(Syllable.said(rest), "ㅊ")
        case "ㅅ", "ㅎ": self.init(Syllable.said(rest), next.opening)
        case "ㅇ":
            self.init("", rest.last ?? "ㅇ")
        case "ㄴ": self.init(rest == ["ㄹ"] ? "l" : "n", rest == ["ㄹ"] ? "ㄹ" : "ㄴ")
        default: self.init(rest.isEmpty ? "t" : Syllable.said(rest), next.opening)
        }
    }

    /// Verbs melt a stop and ㅎ into one sound (잡혀 japyeo), nouns keep both (묵호 mukho).
    private init(beforeBreath closing: [Character], _ last: Character, _ next: Syllable) {
        let rest = Syllable.said(Array(closing.dropLast()))
        switch last {
        case "ㅈ": self.init(rest, "ㅊ")
        case "ㄷ" where next.palatalizes: self.init(rest, "ㅊ")
        case "ㅅ", "ㅊ", "ㅌ", "ㅆ": self.init(closing.count > 1 ? Syllable.said(closing) : "", "ㅌ")
        case "ㄱ", "ㄷ", "ㅂ":
            let melted: Character = last == "ㄱ" ? "ㅋ" : last == "ㄷ" ? "ㅌ" : "ㅍ"
            if next.palatalizes, next.closing != ["ㄴ"] {
                self.init(rest, melted)
                other = (Syllable.said(closing), "ㅎ")
            } else {
                self.init(Syllable.said(closing), "ㅎ")
            }
        default: self.init(Syllable.said(closing), "ㅎ")
        }
    }

    private init(betweenConsonants syllable: Syllable, _ next: Syllable, _ isInLongWord: Bool) {
        // ㄺ of verbs is l before ㄱ: 읽고 ilgo.
        if syllable.closing == ["ㄹ", "ㄱ"], next.opening == "ㄱ" {
            self.init("l", "ㄱ")
            other = ("k", "ㄱ")
            return
        }
        let said = Syllable.said(syllable.closing)
        switch (said, next.opening) {
        case ("k", "ㄴ"), ("k", "ㅁ"): self.init("ng", next.opening)
        case ("t", "ㄴ"), ("t", "ㅁ"): self.init("n", next.opening)
        case ("p", "ㄴ"), ("p", "ㅁ"): self.init("m", next.opening)
        case ("k", "ㄹ"): self.init("ng", "ㄴ")
        case ("t", "ㄹ"): self.init("n", "ㄴ")
        case ("p", "ㄹ"), ("m", "ㄹ"): self.init("m", "ㄴ")
        case ("ng", "ㄹ"): self.init("ng", "ㄴ")
        case ("l", "ㄴ"): self.init("l", "ㄹ")
        case ("n", "ㄹ"):
            self.init("l", "ㄹ")
            // 신라 is silla, but a word with a syllable added to it keeps n: 생산량 saengsannyang.
            if isInLongWord { other = ("n", "ㄴ") }
        default: self.init(said, next.opening)
        }
    }
}
