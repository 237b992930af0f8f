public import Languages

/// Why a text is no regular expression that can be looked for.
public enum ExpressionMistake: Error, Hashable, Sendable {
    /// A bracket has no partner.
    case openBracket(Character)
    /// `*` and the like stand behind nothing.
    case nothingToRepeat(Character)
    /// A range or a number of times runs backwards, or a number of times is beyond `RegularExpression.mostTimes`.
    case badRange(String)
    /// A backslash at the end, or before a letter that means nothing with it.
    case unknownEscape(String)
    /// What would take more time than the text is long, or is not known here.
    case notOffered(String)
    /// It comes to more steps than `RegularExpression.mostSteps`.
    case tooLarge
    /// There is a text in which looking for it goes on and on.
    case tooSlow
}

extension ExpressionMistake: CustomStringConvertible {
    /// The words as a text.
    public var description: String { words.description }

    /// One plain line that says what to do.
    public var words: Phrase {
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
