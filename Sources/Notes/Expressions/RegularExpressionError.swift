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
            "Unmatched bracket \(String(bracket)). To search for the character itself, type \\\(String(bracket))."
        case .nothingToRepeat(let sign):
            "There is nothing before \(String(sign)). To search for the character itself, type \\\(String(sign))."
        case .badRange(let range): "This range is invalid: \(range)"
        case .unknownEscape(let escape):
            "Unknown escape \(escape). For a backslash, type \\\\."
        case .notOffered(let part): "This can’t be searched for: \(part)"
        case .tooLarge: "This pattern is too large. Use fewer or smaller repetitions."
        case .tooSlow: "The search took too long. Try a simpler pattern."
        }
    }
}
