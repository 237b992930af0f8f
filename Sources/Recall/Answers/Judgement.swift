/// The verdict on a typed answer.
package struct Judgement: Equatable, Sendable {
    /// The raw value is passed to the browser.
    package enum Verdict: UInt8, Sendable {
        case wrong = 0
        /// So close that a typing error explains it: the learner may accept it as correct.
        case near = 1
        case exact = 2
    }

    /// The longest text, in code points, that is searched for typing errors; a longer one is either exact or wrong.
    package static let maximumLength = 512

    package var verdict: Verdict

    /// The closest alternative, as a range of code points of the expected answer.
    package var alternative: Range<Int>

    /// How the typed text differs from that alternative.
    package var differences: [Difference]
}

extension Judgement {
    /// Compares a typed answer with the expected one, both given as code points.
    ///
    /// The browser has converted both to NFKC and to one case and, depending on the settings, removed their marks; letter by
    /// letter if the differences are to be shown in the original texts. Surrounding punctuation and spaces are ignored.
    /// Alternatives are separated by `;` (or its Arabic form) and by `/`, except between digits. Any of them is correct, and so
    /// are several of them and the whole text as written.
    ///
    /// An answer is near with one typing error (a letter replaced, missing, extra or swapped with its neighbour) in four to
    /// seven letters, or two in eight or more; never with an error in fewer letters or in a digit. A letter and its marks
    /// count as one, a Hangul syllable as its two or three letters, and an ideograph as two letters, so that words of fewer
    /// than four ideographs allow no error.
    package init(typed: [UInt32], expected: [UInt32]) {
        let parts = Self.alternatives(in: expected)
        let words = parts.map { Self.letters(expected[$0]) }
        let answer = Self.letters(typed[...])
        if let match = words.firstIndex(where: { $0.hasSameCodes(as: answer) }) {
            let segments = answer.letters.indices.map {
                AlignmentSegment(kind: .same, typed: $0..<$0 + 1, expected: $0..<$0 + 1)
            }
            self.init(
                verdict: .exact,
                alternative: parts[match],
                differences: Difference.list(
                    segments,
                    typed,
                    answer,
                    words[match],
                    in: parts[match]
                )
            )
            return
        }
        let given = Self.alternatives(in: typed).dropLast()
        if !given.isEmpty,
            given.allSatisfy({ part in
                words.contains { $0.hasSameCodes(as: Self.letters(typed[part])) }
            })
        {
            self.init(
                verdict: .exact,
                alternative: expected.indices,
                differences: [Difference(kind: .same, typed: typed.count, expected: expected.count)]
            )
            return
        }
        self.init(wrong: typed, answer, parts: parts, words: words)
    }

    private init(wrong typed: [UInt32], _ answer: Letters, parts: [Range<Int>], words: [Letters]) {
        var best: (index: Int, alignment: Alignment)?
        for (index, word) in words.enumerated() {
            guard typed.count <= Self.maximumLength, parts[index].count <= Self.maximumLength else {
                continue
            }
            let alignment = Alignment(answer, word)
            if alignment.cost < best?.alignment.cost ?? .max { best = (index, alignment) }
        }
        guard let (index, alignment) = best else {
            self.init(
                verdict: .wrong,
                alternative: parts[0],
                differences: [
                    Difference(kind: .replaced, typed: typed.count, expected: parts[0].count)
                ]
            )
            return
        }
        let word = words[index]
        self.init(
            verdict: alignment.cost <= Self.allowedCost(in: word) ? .near : .wrong,
            alternative: parts[index],
            differences: Difference.list(alignment.segments, typed, answer, word, in: parts[index])
        )
    }

    /// The non-empty alternatives in a text, followed by the whole text unless it is the only alternative.
    private static func alternatives(in text: [UInt32]) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = 0
        for index in 0...text.count where index == text.count || isSeparator(at: index, in: text) {
            let part = start..<index
            if text[part].contains(where: { !CodePoint.isSpace($0) }) { parts.append(part) }
            start = index + 1
        }
        if parts != [text.indices] { parts.append(text.indices) }
        return parts
    }

    private static func isSeparator(at index: Int, in text: [UInt32]) -> Bool {
        switch text[index] {
        case 0x3b, 0x61b: true
        case 0x2f:
            index == 0 || index + 1 == text.count
                || !CodePoint.isDigit(text[index - 1]) || !CodePoint.isDigit(text[index + 1])
        default: false
        }
    }

    private static func letters(_ text: ArraySlice<UInt32>) -> Letters {
        let letters = Letters(text)
        return letters.isEmpty ? Letters(text, keepingPunctuation: true) : letters
    }

    /// The cost up to which the typing errors in a word are accepted.
    private static func allowedCost(in word: Letters) -> UInt16 {
        switch word.weight {
        case ..<4: 0
        case ..<8: 1
        default: 2
        }
    }
}
