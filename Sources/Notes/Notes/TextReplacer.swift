/// Applies a substitution to texts.
package struct TextReplacer: Sendable {
    /// Unchanged text, or a match with its replacement.
    package enum Piece: Hashable, Sendable {
        case kept(String)
        case found(String, replacement: String)
    }

    private let substitution: Substitution
    private let expression: RegularExpression?
    private let sought: [String]

    /// Throws if the regular expression is invalid.
    package init(_ substitution: Substitution) throws(RegularExpressionError) {
        self.substitution = substitution
        sought = substitution.find.map { $0.key(matchesCase: substitution.matchesCase) }
        guard substitution.isExpression, !substitution.find.isEmpty else {
            expression = nil
            return
        }
        expression = try RegularExpression(
            substitution.find,
            matchesCase: substitution.matchesCase,
            matchesWords: substitution.matchesWords
        )
    }

    /// The text in pieces; nil if there is no match.
    ///
    /// Characters are compared by canonical equivalence.
    package func pieces(of text: String) throws(RegularExpressionError) -> [Piece]? {
        let characters = Array(text)
        let matches =
            try expression?.matches(in: characters) ?? plainMatches(in: characters)
        guard !matches.isEmpty else { return nil }
        var pieces: [Piece] = []
        var kept = 0
        for match in matches {
            let range = match.range
            if kept < range.lowerBound {
                pieces.append(.kept(String(characters[kept..<range.lowerBound])))
            }
            let replacement = replacement(of: match, in: characters)
            pieces.append(.found(String(characters[range]), replacement: replacement))
            kept = range.upperBound
        }
        if kept < characters.count { pieces.append(.kept(String(characters[kept...]))) }
        return pieces
    }

    /// The text with all matches replaced; nil if that changes nothing.
    package func applied(to text: String) throws(RegularExpressionError) -> String? {
        guard let pieces = try pieces(of: text) else { return nil }
        let result = pieces.map { piece in
            switch piece {
            case .kept(let text): text
            case .found(_, let replacement): replacement
            }
        }.joined()
        // By characters, because another encoding of the same accent is not a change.
        return result == text ? nil : result
    }

    private func plainMatches(in text: [Character]) -> [RegularExpression.Match] {
        guard !sought.isEmpty else { return [] }
        let keys = text.map { $0.key(matchesCase: substitution.matchesCase) }
        var matches: [RegularExpression.Match] = []
        var position = 0
        while position + sought.count <= keys.count {
            let range = position..<(position + sought.count)
            if keys[range].elementsEqual(sought), isWord(range, in: text) {
                matches.append(RegularExpression.Match(range: range, groups: []))
                position = range.upperBound
            } else {
                position += 1
            }
        }
        return matches
    }

    private func isWord(_ range: Range<Int>, in text: [Character]) -> Bool {
        guard substitution.matchesWords else { return true }
        func isCut(at position: Int) -> Bool {
            position > 0 && position < text.count && text[position - 1].joinsWords
                && text[position].joinsWords
        }
        return !isCut(at: range.lowerBound) && !isCut(at: range.upperBound)
    }

    /// For a regular expression, `$1` to `$9` are its groups, `$0` is the whole match, and `$$` a dollar sign.
    private func replacement(of match: RegularExpression.Match, in text: [Character]) -> String {
        guard expression != nil else { return substitution.replacement }
        let ranges = [match.range] + match.groups
        var result = ""
        var rest = substitution.replacement[...]
        while let character = rest.popFirst() {
            guard character == "$", let next = rest.first else {
                result.append(character)
                continue
            }
            if next == "$" {
                result.append("$")
            } else if let number = next.wholeNumberValue, ranges.indices.contains(number) {
                result += ranges[number].map { String(text[$0]) } ?? ""
            } else {
                result.append(character)
                continue
            }
            rest.removeFirst()
        }
        return result
    }
}

extension Character {
    /// The key by which it is compared.
    func key(matchesCase: Bool) -> String {
        matchesCase ? String(self) : String(self).caseFolded
    }

    /// Whether it is part of a word; characters of scripts without spaces are not.
    var joinsWords: Bool {
        guard let scalar = unicodeScalars.first, case .letters = Spelling.of(scalar) else {
            return false
        }
        return true
    }
}
