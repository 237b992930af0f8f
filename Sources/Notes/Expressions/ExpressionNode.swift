/// A part of a regular expression.
indirect enum ExpressionNode: Hashable, Sendable {
    case one(CharacterTest)
    case at(Boundary)
    case sequence([ExpressionNode])
    /// The first alternative that matches.
    case either([ExpressionNode])
    /// Repeated greedily or lazily; `most` is nil for no upper bound.
    case times(ExpressionNode, least: Int, most: Int?, isGreedy: Bool)
    /// A numbered group.
    case group(Int, ExpressionNode)

    /// A position between two characters.
    enum Boundary: Hashable, Sendable {
        case lineStart, lineEnd
        /// A word boundary, or the absence of one.
        case word(Bool)
        /// A position that is not inside a word.
        case noCut
    }
}

/// A condition on one character.
struct CharacterTest: Hashable, Sendable {
    /// One allowed alternative.
    enum Item: Hashable, Sendable {
        /// This character, compared by its key.
        case key(String)
        case range(ClosedRange<Unicode.Scalar>)
        case digit(Bool)
        case word(Bool)
        case space(Bool)
        case newline
    }

    var items: [Item]
    var isNegated = false

    /// - Parameters:
    /// - key: The key by which the character is compared.
    /// - cases: The character in all its cases, for ranges.
    func holds(of character: Character, key: String, cases: [Character]) -> Bool {
        items.contains { item in
            switch item {
            case .key(let wanted): key == wanted
            case .range(let range): cases.contains { $0.single.map(range.contains) ?? false }
            case .digit(let isWanted):
                (character.single?.properties.generalCategory == .decimalNumber) == isWanted
            case .word(let isWanted): character.isExpressionWord == isWanted
            case .space(let isWanted): character.isWhitespace == isWanted
            case .newline: character.isNewline
            }
        } != isNegated
    }
}

extension Character {
    /// Its only scalar after composition; nil if it has several.
    fileprivate var single: Unicode.Scalar? {
        let scalars = String(self).composed.unicodeScalars
        return scalars.count == 1 ? scalars.first : nil
    }

    /// What `\w` matches: a letter of any script, a digit, or `_`.
    fileprivate var isExpressionWord: Bool {
        guard let properties = unicodeScalars.first?.properties else { return false }
        return properties.isAlphabetic || properties.generalCategory == .decimalNumber
            || self == "_"
    }
}
