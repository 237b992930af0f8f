package import Languages

/// Why a text is not a supported regular expression.
package enum RegularExpressionError: Error, Hashable, Sendable {
    /// A bracket is not closed or not opened.
    case openBracket(Character)
    /// A quantifier has nothing before it.
    case nothingToRepeat(Character)
    /// A range or quantifier is reversed, or a count exceeds `RegularExpression.mostTimes`.
    case badRange(String)
    /// A backslash at the end, or an unknown escape.
    case unknownEscape(String)
    /// Unsupported syntax, such as back references, which would not run in linear time.
    case notOffered(String)
    /// It compiles to more steps than `RegularExpression.mostSteps`.
    case tooLarge
    /// Searching one of the texts took too many steps.
    case tooSlow
}

extension RegularExpressionError: CustomStringConvertible {
    package var description: String { words.description }

    package var words: Phrase {
        switch self {
        case .openBracket(let bracket):
            "A bracket has no partner: \(String(bracket)). For the sign itself write \\\(String(bracket))."
        case .nothingToRepeat(let sign):
            "Nothing stands before \(String(sign)). For the sign itself write \\\(String(sign))."
        case .badRange(let range): "This runs backwards or too far: \(range)"
        case .unknownEscape(let escape):
            "This has no meaning here: \(escape). For a backslash write \\\\."
        case .notOffered(let part): "This cannot be looked for here: \(part)"
        case .tooLarge: "This is too large. Repeat less, or fewer times."
        case .tooSlow: "This takes too long in one of the texts. Look for less at once."
        }
    }
}
