/// A sequence of words to find in one field.
package struct TextPattern: Hashable, Sendable {
    package enum Element: Hashable, Sendable {
        case word(WordPattern)
        /// A character that is a word by itself.
        case single([UInt8])
        /// See `WordReader.Kind.gap`.
        case gap
        /// Any words and gaps, or none.
        case anything
    }

    /// Empty if any text with a word matches; `anything` is neither first nor last, nor twice in a row.
    package let elements: [Element]

    /// Splits a pattern into words; nil if it has nothing to search for.
    ///
    /// - Parameter isUnfinished: Whether the last word matches prefixes.
    package init?(_ pattern: SearchPattern, isUnfinished: Bool) {
        var reader = WordReader(pattern)
        var elements: [Element] = []
        while let kind = reader.next() {
            switch kind {
            case .word:
                elements.append(
                    .word(
                        WordPattern(
                            folded: reader.folded,
                            exact: reader.exact,
                            isBeginning: false
                        )
                    )
                )
            case .single: elements.append(.single(reader.exact))
            case .gap: elements.append(.gap)
            case .anything where elements.last != .anything && !elements.isEmpty:
                elements.append(.anything)
            case .anything: break
            }
        }
        let isOpen = elements.last == .anything
        if isOpen { elements.removeLast() }
        if isUnfinished, !isOpen, case .word(let word) = elements.last {
            elements[elements.count - 1] = .word(
                WordPattern(folded: word.folded, exact: word.exact, isBeginning: true)
            )
        }
        guard !elements.isEmpty || pattern.parts.contains(.anything) else { return nil }
        self.elements = elements
    }

    /// Whether the words occur anywhere in a field.
    package func matches(field text: [UInt8]) -> Bool {
        var reader = WordReader(field: text)
        // Most patterns are one word, for which the words of the field need not be stored.
        if elements.count == 1, case .word(let word) = elements[0] {
            while let kind = reader.next() {
                guard kind == .word else { continue }
                if word.matches(folded: reader.folded[...], exact: reader.exact) { return true }
            }
            return false
        }
        var words: [ReadWord] = []
        while let kind = reader.next() {
            words.append(ReadWord(kind: kind, folded: reader.folded, exact: reader.exact))
        }
        guard !words.isEmpty else { return false }
        let items = elements.map { element -> Glob<Element>.Item in
            element == .anything ? .anything : .one(element)
        }
        return Glob([.anything] + items + [.anything]).matches(words) { $1.isMeant(by: $0) }
    }
}

/// A word of a field.
private struct ReadWord {
    var kind: WordReader.Kind
    var folded: [UInt8]
    var exact: [UInt8]

    func isMeant(by element: TextPattern.Element) -> Bool {
        switch (element, kind) {
        case (.word(let pattern), .word): pattern.matches(folded: folded[...], exact: exact)
        case (.single(let character), .single): character == exact
        case (.gap, .gap): true
        default: false
        }
    }
}
