/// Finds what a substitution looks for, in one text after the other.
public struct TextReplacer: Sendable {
    /// A part of a text: what stays, or what was found and what takes its place.
    public enum Piece: Hashable, Sendable {
        case kept(String)
        case found(String, replacement: String)
    }

    private let substitution: Substitution
    private let expression: RegularExpression?
    private let sought: [String]

    /// Gets ready; throws where a regular expression is none.
    public init(_ substitution: Substitution) throws(ExpressionMistake) {
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

    /// The text in pieces; nil where nothing is found in it.
    ///
    /// Characters are compared as people see them: however an accent is stored, it is the same.
    public func pieces(of text: String) throws(ExpressionMistake) -> [Piece]? {
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

    /// The text with all of it replaced; nil where nothing is found in it, or it stays as it is.
    public func applied(to text: String) throws(ExpressionMistake) -> String? {
        guard let pieces = try pieces(of: text) else { return nil }
        let result = pieces.map { piece in
            switch piece {
            case .kept(let text): text
            case .found(_, let replacement): replacement
            }
        }.joined()
        // Character by character: another way to store the same accent is no change.
        return result == text ? nil : result
    }

    private func plainMatches(in text: [Character]) -> [RegularExpression.Match] {
        guard !sought.isEmpty else { return [] }
        let keys = text.map { $0.key(matchesCase: substitution.matchesCase) }
        var matches: [RegularExpression.Match] = []
        var place = 0
        while place + sought.count <= keys.count {
            let range = place..<(place + sought.count)
            if keys[range].elementsEqual(sought), isWord(range, in: text) {
                matches.append(RegularExpression.Match(range: range, groups: []))
                place = range.upperBound
            } else {
                place += 1
            }
        }
        return matches
    }

    private func isWord(_ range: Range<Int>, in text: [Character]) -> Bool {
        guard substitution.matchesWords else { return true }
        func isCut(at place: Int) -> Bool {
            place > 0 && place < text.count && text[place - 1].joinsWords && text[place].joinsWords
        }
        return !isCut(at: range.lowerBound) && !isCut(at: range.upperBound)
    }

    /// Of a regular expression `$1` to `$9` are its groups, `$0` is all that was found, and `$$` a dollar.
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
    /// What it is compared by.
    func key(matchesCase: Bool) -> String {
        matchesCase ? String(self) : String(self).caseFolded
    }

    /// Whether it makes one word with a neighbour that does; a character of a script without spaces does not.
    var joinsWords: Bool {
        guard let scalar = unicodeScalars.first, case .letters = Spelling.of(scalar) else {
            return false
        }
        return true
    }
}
