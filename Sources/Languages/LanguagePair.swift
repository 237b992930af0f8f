/// Two different languages of a note: the one that is asked and the one that answers.
public struct LanguagePair: Hashable, Sendable {
    /// What is asked.
    public var from: LanguageTag
    /// What answers.
    public var to: LanguageTag

    /// Puts two languages together.
    public init(from: LanguageTag, to: LanguageTag) {
        self.from = from
        self.to = to
    }
}

extension LanguagePair: CustomStringConvertible {
    /// As faces are written: `en>ja-Latn`.
    public var description: String { "\(from)>\(to)" }
}
