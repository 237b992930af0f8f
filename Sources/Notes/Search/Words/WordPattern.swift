/// One word of a query; letters typed with accents match only these accents, and `*` matches anything.
package struct WordPattern: Hashable, Sendable {
    /// The letters without accents, with `WordReader.star` for `*`.
    package let folded: [UInt8]
    /// The letters with the accents that were typed.
    package let exact: [UInt8]
    /// Whether it matches prefixes.
    package let isBeginning: Bool
    /// For the letters without accents; stored, because it is matched against every word of many notes.
    private let glob: Glob<UInt8>

    init(folded: [UInt8], exact: [UInt8], isBeginning: Bool) {
        let isOpen = folded.last == WordReader.star
        self.folded = isOpen ? folded.dropLast() : folded
        self.exact = isOpen ? exact.dropLast() : exact
        self.isBeginning = isBeginning || isOpen
        let star: [Glob<UInt8>.Item] = self.isBeginning ? [.anything] : []
        glob = Glob(self.folded.map { $0 == WordReader.star ? .anything : .one($0) } + star)
    }

    package var isAccented: Bool { exact.count != folded.count }

    /// Whether there is a `*` other than at the end.
    package var hasStars: Bool { folded.contains(WordReader.star) }

    /// The longest run of letters without `*`.
    package var longestRun: ArraySlice<UInt8> {
        folded.split(separator: WordReader.star).max { $0.count < $1.count } ?? []
    }

    /// Whether a word of a note matches, given without and with its accents.
    package func matches(
        folded other: ArraySlice<UInt8>,
        exact otherExact: @autoclosure () -> [UInt8]
    ) -> Bool {
        guard glob.matches(other) else { return false }
        return !isAccented
            || letters.matches(AccentedLetter.letters(of: otherExact())) { typed, found in
                typed.letter == found.letter
                    && (typed.accents == 0 || typed.accents == found.accents)
            }
    }

    private var letters: Glob<AccentedLetter> {
        var items: [Glob<AccentedLetter>.Item] = []
        let runs = exact.split(separator: WordReader.star, omittingEmptySubsequences: false)
        for (index, run) in runs.enumerated() {
            if index > 0 { items.append(.anything) }
            items += AccentedLetter.letters(of: Array(run)).map { .one($0) }
        }
        return Glob(isBeginning ? items + [.anything] : items)
    }
}

/// A letter and the marks on it.
struct AccentedLetter: Hashable, Sendable {
    var letter: UInt32
    /// The last three accents, 21 bits each; 0 for none.
    var accents: UInt64

    static func letters(of exact: [UInt8]) -> [AccentedLetter] {
        var letters: [AccentedLetter] = []
        for scalar in String(decoding: exact, as: UTF8.self).unicodeScalars {
            if Spelling.isAccent(scalar), !letters.isEmpty {
                let last = letters.count - 1
                letters[last].accents = letters[last].accents << 21 | UInt64(scalar.value)
            } else {
                letters.append(AccentedLetter(letter: scalar.value, accents: 0))
            }
        }
        return letters
    }
}
