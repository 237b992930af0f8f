/// A text as it is compared: letters with their combining marks, single spaces between words, and little else.
///
/// The browser has already normalised case, Unicode form and, depending on the settings, marks. Here punctuation is
/// removed: it separates words like a space, or leaves no trace. A point, comma or slash between two digits and a minus
/// before a digit are kept, because 35 is not 3.5, and so is all punctuation of a text that contains nothing else. Spaces
/// are insignificant in scripts that are written without them.
struct Letters: Sendable {
    /// A letter and its position in the text.
    struct Letter: Sendable {
        /// The letter's code points in the text.
        let source: Range<Int>
        /// The letter's code points in `Letters.codes`.
        let codes: Range<Int>
        /// How many letters of an alphabet it is worth.
        let weight: UInt16
    }

    private(set) var letters: [Letter] = []
    private(set) var codes: [UInt32] = []

    /// How many letters of an alphabet the text is worth, spaces not counted.
    private(set) var weight = 0

    init(_ text: ArraySlice<UInt32>, keepingPunctuation: Bool = false) {
        var gap: Range<Int>?
        var index = text.startIndex
        while index < text.endIndex {
            let start = index
            let code = text[index]
            index += 1
            while index < text.endIndex, Self.belongsToLetter(text[index], after: text[index - 1]) {
                index += 1
            }
            let isWritten =
                keepingPunctuation || !CodePoint.isPunctuation(code)
                || Self.isPartOfNumber(at: start, in: text)
            if CodePoint.isSpace(code) || !isWritten && CodePoint.separatesWords(code) {
                gap = (gap?.lowerBound ?? start)..<index
            } else if isWritten, !CodePoint.isIgnorable(code) || index > start + 1 {
                if let gap { append(space: gap, before: code) }
                gap = nil
                append(text[start..<index])
            }
        }
    }

    var isEmpty: Bool { letters.isEmpty }

    /// The code points of the text from the first to the last of these letters.
    func source(of range: Range<Int>) -> Range<Int>? {
        guard let first = letters[range].first, let last = letters[range].last else { return nil }
        return first.source.lowerBound..<last.source.upperBound
    }

    /// Whether a letter of this text equals a letter of another one.
    func isLetter(_ index: Int, sameAs other: Int, of others: Letters) -> Bool {
        let (mine, theirs) = (letters[index].codes, others.letters[other].codes)
        guard mine.count == theirs.count else { return false }
        for (code, otherCode) in zip(mine, theirs) where codes[code] != others.codes[otherCode] {
            return false
        }
        return true
    }

    func hasSameCodes(as others: Letters) -> Bool {
        letters.count == others.letters.count && codes == others.codes
    }

    /// The letter's code point, if it consists of only one.
    func code(ofLetter index: Int) -> UInt32? {
        let range = letters[index].codes
        return range.count == 1 ? codes[range.lowerBound] : nil
    }
}

extension Letters {
    private static func belongsToLetter(_ code: UInt32, after earlier: UInt32) -> Bool {
        let joiner: UInt32 = 0x200d
        return CodePoint.isMark(code) || code == joiner
            || earlier == joiner && !CodePoint.isSpace(code) && !CodePoint.isPunctuation(code)
    }

    private static func isPartOfNumber(at index: Int, in text: ArraySlice<UInt32>) -> Bool {
        guard index + 1 < text.endIndex, CodePoint.isDigit(text[index + 1]) else { return false }
        switch text[index] {
        case 0x2c, 0x2e, 0x2f:
            return index > text.startIndex && CodePoint.isDigit(text[index - 1])
        case 0x2d:
            return index == text.startIndex || CodePoint.isSpace(text[index - 1])
        default:
            return false
        }
    }

    private mutating func append(space gap: Range<Int>, before code: UInt32) {
        guard let last = letters.last else { return }
        let isSpaced =
            !CodePoint.isUnspaced(codes[last.codes.lowerBound]) && !CodePoint.isUnspaced(code)
        guard isSpaced else { return }
        letters.append(Letter(source: gap, codes: codes.count..<codes.count + 1, weight: 1))
        codes.append(0x20)
    }

    private mutating func append(_ letter: ArraySlice<UInt32>) {
        let start = codes.count
        for code in letter where !CodePoint.isIgnorable(code) {
            // The minus sign is equivalent to the keyboard's hyphen-minus.
            codes.append(code == 0x2212 ? 0x2d : code)
        }
        guard codes.count > start else { return }
        let weight = Self.weight(of: codes[start])
        self.weight += weight == Self.unforgivableWeight ? 1 : Int(weight)
        let source = letter.startIndex..<letter.endIndex
        letters.append(Letter(source: source, codes: start..<codes.count, weight: weight))
    }

    /// More than the cost of any accepted difference.
    static let unforgivableWeight: UInt16 = 3

    private static func weight(of code: UInt32) -> UInt16 {
        if let syllable = HangulSyllable(code) { return syllable.weight }
        if CodePoint.isDigit(code) { return unforgivableWeight }
        return CodePoint.isIdeograph(code) ? 2 : 1
    }
}
