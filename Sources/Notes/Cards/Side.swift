public import Languages

/// The text on one side of a card.
public struct Side: Hashable, Sendable {
    /// What stands on it.
    public var text: String
    /// What it is written in, if that is known.
    public var language: LanguageTag?
    /// How it is said, in Latin or kana, if the note knows.
    public var pronunciation: String?
    /// Whether a rule has put the text into this script, and nobody has looked at it.
    public var isMade: Bool
    /// The same in the language's other scripts, where they are shown too.
    public var otherScripts: [Writing]

    /// Puts a side together.
    public init(
        text: String,
        language: LanguageTag? = nil,
        pronunciation: String? = nil,
        isMade: Bool = false,
        otherScripts: [Writing] = []
    ) {
        self.text = text
        self.language = language
        self.pronunciation = pronunciation
        self.isMade = isMade
        self.otherScripts = otherScripts
    }

    /// A text in one script of a language.
    public struct Writing: Hashable, Sendable {
        /// What is written.
        public var text: String
        /// In what.
        public var language: LanguageTag
        /// Whether a rule has put the text into this script, and nobody has looked at it.
        public var isMade: Bool

        /// Puts a writing together.
        public init(text: String, language: LanguageTag, isMade: Bool = false) {
            self.text = text
            self.language = language
            self.isMade = isMade
        }
    }
}
