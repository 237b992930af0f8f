/// What is to be said of an answer that was typed.
package struct Judgement: Equatable, Sendable {
    /// What it is worth; the raw value is what crosses into the browser.
    package enum Verdict: UInt8, Sendable {
        /// Another word.
        case wrong = 0
        /// So close that a slip of the finger explains it: the learner may take it as correct.
        case near = 1
        /// Correct.
        case exact = 2
    }

    /// The longest text, in code points, in which slips are looked for; a longer one is exact or wrong.
    package static let longest = 512

    /// What the answer is worth.
    package var verdict: Verdict

    /// The alternative that comes closest, as code points of the expected answer.
    package var alternative: Range<Int>

    /// Where what was typed and that alternative differ.
    package var differences: [Difference]
}

extension Judgement {
    /// Compares what was typed with what was expected, both as code points.
    ///
    /// The browser has brought both to NFKC and to one case and, by setting, taken their marks off: letter by letter, where
    /// the differences are to be shown in the texts as they were. Punctuation and spaces around are ignored; alternatives
    /// are parted by `;` (or its Arabic form) and by `/`, unless that stands between digits. Any of them is right, and so
    /// are several, and all as they are written.
    ///
    /// Nearly right is one slip (a letter wrong, missing, too many, or swapped with its neighbour) in four to seven letters
    /// and two in more; never in fewer, and never in a digit. A letter and the marks on it are one; a syllable of hangul
    /// counts its two or three letters; an ideograph counts as two, so that none is forgiven in words of less than four.
    package init(typed: [UInt32], expected: [UInt32]) {
        let parts = Self.alternatives(in: expected)
        let words = parts.map { Self.letters(expected[$0]) }
        let answer = Self.letters(typed[...])
        if let right = words.firstIndex(where: { $0.read(sameAs: answer) }) {
            let slips = answer.letters.indices.map {
                Slip(kind: .same, typed: $0..<$0 + 1, expected: $0..<$0 + 1)
            }
            self.init(
                verdict: .exact,
                alternative: parts[right],
                differences: Difference.list(slips, typed, answer, words[right], in: parts[right])
            )
            return
        }
        let given = Self.alternatives(in: typed).dropLast()
        if !given.isEmpty,
            given.allSatisfy({ part in words.contains { $0.read(sameAs: Self.letters(typed[part])) }
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
            guard typed.count <= Self.longest, parts[index].count <= Self.longest else { continue }
            let alignment = Alignment(answer, word)
            if alignment.cost < best?.alignment.cost ?? .max { best = (index, alignment) }
        }
        guard let (index, alignment) = best else {
            self.init(
                verdict: .wrong,
                alternative: parts[0],
                differences: [
                    Difference(kind: .other, typed: typed.count, expected: parts[0].count)
                ]
            )
            return
        }
        let word = words[index]
        self.init(
            verdict: alignment.cost <= Self.forgiven(in: word) ? .near : .wrong,
            alternative: parts[index],
            differences: Difference.list(alignment.slips, typed, answer, word, in: parts[index])
        )
    }

    /// The parts of a text that stand for themselves, and at last the whole unless it is the only one.
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

    /// How much slips may cost in a word.
    private static func forgiven(in word: Letters) -> UInt16 {
        switch word.weight {
        case ..<4: 0
        case ..<8: 1
        default: 2
        }
    }
}
