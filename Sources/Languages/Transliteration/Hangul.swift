/// Korean in Latin letters by the Revised Romanization of 2000, which follows the pronunciation: sounds change at syllable
/// boundaries.
enum Hangul {
    static func romanized(_ text: String) -> Transliteration? {
        Transliteration.ofWords(in: respelled(text), isLetter: { DecomposedSyllable($0) != nil }) {
            word in
            let (latin, other) = romanized(word.compactMap(DecomposedSyllable.init))
            return Transliteration(
                latin,
                ambiguities: other.map { [.init(text: word, readings: [latin, $0])] } ?? []
            )
        }
    }

    /// A word, and its other possible pronunciation.
    private static func romanized(_ word: [DecomposedSyllable]) -> (latin: String, other: String?) {
        var (latin, other) = ("", "")
        var opening = word[0].opening
        var otherOpening = opening
        for (index, syllable) in word.enumerated() {
            let next = index + 1 < word.count ? word[index + 1] : nil
            let boundary = SyllableBoundary(of: syllable, and: next, isInLongWord: word.count > 2)
            latin +=
                DecomposedSyllable.latin(opening, after: latin) + syllable.vowelLatin
                + boundary.closing
            other += DecomposedSyllable.latin(otherOpening, after: other) + syllable.vowelLatin
            other += boundary.other?.closing ?? boundary.closing
            opening = boundary.opening
            otherOpening = boundary.other?.opening ?? boundary.opening
        }
        return (latin, other == latin ? nil : other)
    }

    /// Spells words as pronounced if a sound is inserted between their parts, or the parts are pronounced separately.
    private static func respelled(_ text: String) -> String {
        var text = text
        for (written, pronounced) in pronunciations where text.contains(written) {
            text = text.split(separator: written, omittingEmptySubsequences: false)
                .joined(separator: pronounced)
        }
        return text
    }

    private static let pronunciations = [
        ("맛없", "마덦"), ("첫인상", "처딘상"), ("꽃잎", "꼰닙"), ("나뭇잎", "나문닙"), ("깻잎", "깬닙"),
        ("알약", "알략"), ("물약", "물략"), ("한여름", "한녀름"), ("담요", "담뇨"), ("십육", "심뉵"),
        ("식용유", "시굥뉴"), ("색연필", "생년필"), ("솜이불", "솜니불"), ("학여울", "항녀울"),
        ("겉옷", "거돋"), ("윗옷", "위돋"), ("헛웃음", "허두슴"), ("밟다", "밥다"), ("밟는", "밤는"),
        ("의견란", "의견난"), ("생산량", "생산냥"), ("몇월", "며둴"), ("부엌일", "부엉닐"), ("신문로", "신문노"),
    ]
}

private struct DecomposedSyllable {
    /// The initial consonant.
    let opening: Character
    private let vowel: Int
    /// The final consonants, at most two.
    let closing: [Character]

    init?(_ character: Character) {
        // Accepts Unicode's decomposed form too.
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

    /// Whether the vowel changes a preceding d and t to j and ch: i, and yeo, which can be a contraction of i.
    var palatalizes: Bool { ["i", "yeo"].contains(vowelLatin) }

    /// The romanization of an initial consonant; ㄹ is l after l, and otherwise r.
    static func latin(_ opening: Character, after latin: String) -> String {
        if opening == "ㄹ" { return latin.last == "l" ? "l" : "r" }
        return openingLatin[opening] ?? ""
    }

    /// The romanization of final consonants that the next syllable does not change.
    static func latin(closing: [Character]) -> String {
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

/// The sounds at the end of one syllable and the start of the next.
private struct SyllableBoundary {
    var closing: String
    var opening: Character
    /// The other possibility, if nouns and verbs differ; they are not distinguished here.
    var other: (closing: String, opening: Character)?

    init(of syllable: DecomposedSyllable, and next: DecomposedSyllable?, isInLongWord: Bool) {
        let closing = syllable.closing
        guard let next else {
            self.init(DecomposedSyllable.latin(closing: closing), "ㅇ")
            return
        }
        switch (closing.last, next.opening) {
        case (nil, _), ("ㅇ", "ㅇ"):
            self.init(DecomposedSyllable.latin(closing: closing), next.opening)
        case ("ㅎ", _):
            self.init(afterAspirate: Array(closing.dropLast()), next)
        case (let last?, "ㅇ"):
            let moved: Character =
                switch (last, next.palatalizes) {
                case ("ㄷ", true): "ㅈ"
                case ("ㅌ", true): "ㅊ"
                default: last
                }
            self.init(DecomposedSyllable.latin(closing: Array(closing.dropLast())), moved)
        case (let last?, "ㅎ"):
            self.init(beforeAspirate: closing, last, next)
        default:
            self.init(betweenConsonants: syllable, next, isInLongWord)
        }
    }

    private init(_ closing: String, _ opening: Character) {
        self.closing = closing
        self.opening = opening
    }

    /// A final ㅎ aspirates the next consonant, and is silent before a vowel.
    private init(afterAspirate rest: [Character], _ next: DecomposedSyllable) {
        switch next.opening {
        case "ㄱ": self.init(DecomposedSyllable.latin(closing: rest), "ㅋ")
        case "ㄷ": self.init(DecomposedSyllable.latin(closing: rest), "ㅌ")
        case "ㅈ": self.init(DecomposedSyllable.latin(closing: rest), "ㅊ")
        case "ㅅ", "ㅎ": self.init(DecomposedSyllable.latin(closing: rest), next.opening)
        case "ㅇ":
            self.init("", rest.last ?? "ㅇ")
        case "ㄴ": self.init(rest == ["ㄹ"] ? "l" : "n", rest == ["ㄹ"] ? "ㄹ" : "ㄴ")
        default:
            self.init(rest.isEmpty ? "t" : DecomposedSyllable.latin(closing: rest), next.opening)
        }
    }

    /// A stop and ㅎ merge in verbs (잡혀 japyeo), and are both pronounced in nouns (묵호 mukho).
    private init(beforeAspirate closing: [Character], _ last: Character, _ next: DecomposedSyllable)
    {
        let rest = DecomposedSyllable.latin(closing: Array(closing.dropLast()))
        switch last {
        case "ㅈ": self.init(rest, "ㅊ")
        case "ㄷ" where next.palatalizes: self.init(rest, "ㅊ")
        case "ㅅ", "ㅊ", "ㅌ", "ㅆ":
            self.init(closing.count > 1 ? DecomposedSyllable.latin(closing: closing) : "", "ㅌ")
        case "ㄱ", "ㄷ", "ㅂ":
            let merged: Character = last == "ㄱ" ? "ㅋ" : last == "ㄷ" ? "ㅌ" : "ㅍ"
            if next.palatalizes, next.closing != ["ㄴ"] {
                self.init(rest, merged)
                other = (DecomposedSyllable.latin(closing: closing), "ㅎ")
            } else {
                self.init(DecomposedSyllable.latin(closing: closing), "ㅎ")
            }
        default: self.init(DecomposedSyllable.latin(closing: closing), "ㅎ")
        }
    }

    private init(
        betweenConsonants syllable: DecomposedSyllable,
        _ next: DecomposedSyllable,
        _ isInLongWord: Bool
    ) {
        // In verbs, ㄺ before ㄱ is l: 읽고 ilgo.
        if syllable.closing == ["ㄹ", "ㄱ"], next.opening == "ㄱ" {
            self.init("l", "ㄱ")
            other = ("k", "ㄱ")
            return
        }
        let latin = DecomposedSyllable.latin(closing: syllable.closing)
        switch (latin, next.opening) {
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
            // 신라 is silla, but before a suffix n is unchanged: 생산량 saengsannyang.
            if isInLongWord { other = ("n", "ㄴ") }
        default: self.init(latin, next.opening)
        }
    }
}
