/// A part of a regular expression.
indirect enum ExpressionNode: Hashable, Sendable {
    case one(CharacterTest)
    case at(Boundary)
    case sequence([ExpressionNode])
    /// The first that fits, in this order.
    case either([ExpressionNode])
    /// As often as possible, or as seldom; no upper bound where `most` is nil.
    case times(ExpressionNode, least: Int, most: Int?, isGreedy: Bool)
    /// Remembered under its number.
    case group(Int, ExpressionNode)

    /// A place between two characters.
    enum Boundary: Hashable, Sendable {
        case lineStart, lineEnd
        /// Where a word begins or ends, or not.
        case word(Bool)
        /// Where no word is cut in two.
        case noCut
    }
}

/// What one character has to be.
struct CharacterTest: Hashable, Sendable {
    /// One thing that it may be.
    enum Item: Hashable, Sendable {
        /// This one, compared by its key.
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
    ///   - key: The character as it is compared.
    ///   - cases: The character in its own case and the others, for ranges.
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
    /// Its only scalar, once it is composed.
    fileprivate var single: Unicode.Scalar? {
        let scalars = String(self).composed.unicodeScalars
        return scalars.count == 1 ? scalars.first : nil
    }

    /// What `\w` means: a letter of any script, a digit, or `_`.
    fileprivate var isExpressionWord: Bool {
        guard let properties = unicodeScalars.first?.properties else { return false }
        return properties.isAlphabetic || properties.generalCategory == .decimalNumber
            || self == "_"
    }
}
