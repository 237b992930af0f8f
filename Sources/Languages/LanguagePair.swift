/// Two different languages of a note: the one that is asked and the one that answers.
public struct LanguagePair: Hashable, Sendable {
    public var from: LanguageTag
    public var to: LanguageTag

    public init(from: LanguageTag, to: LanguageTag) {
        self.from = from
        self.to = to
    }
}

extension LanguagePair: CustomStringConvertible {
    /// As faces are written: `en>ja-Latn`.
    public var description: String { "\(from)>\(to)" }
}
