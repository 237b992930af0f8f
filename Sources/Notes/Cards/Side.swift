public import Languages

/// The text on one side of a card.
public struct Side: Hashable, Sendable {
    /// What stands on it.
    public var text: String
    /// What it is written in, if that is known.
    public var language: LanguageTag?
    /// How it is said, in Latin or kana, if the note knows.
    public var pronunciation: String?

    /// Puts a side together.
    public init(text: String, language: LanguageTag? = nil, pronunciation: String? = nil) {
        self.text = text
        self.language = language
        self.pronunciation = pronunciation
    }
}
