public import Languages
public import Notes

/// The door to what is installed beside Omena: dictionaries, of which none may be there.
public struct Lookup: Sendable {
    /// What an English word means.
    public var define: @Sendable (_ word: String, _ type: WordType?) -> WordDraft?
    /// A word in another language; nil where the word or the pair of languages is not known.
    public var translate:
        @Sendable (_ word: String, _ source: LanguageTag, _ target: LanguageTag) -> String?
    /// Whether there is a dictionary for a pair of languages.
    public var hasPair: @Sendable (_ source: LanguageTag, _ target: LanguageTag) -> Bool
    /// What Wikipedia knows around a point; nil where it is never asked.
    public var wikipedia: Wikipedia?

    /// Puts a door together.
    public init(
        define: @escaping @Sendable (String, WordType?) -> WordDraft?,
        translate: @escaping @Sendable (String, LanguageTag, LanguageTag) -> String?,
        hasPair: @escaping @Sendable (LanguageTag, LanguageTag) -> Bool,
        wikipedia: Wikipedia? = nil
    ) {
        self.define = define
        self.translate = translate
        self.hasPair = hasPair
        self.wikipedia = wikipedia
    }

    /// Nothing is installed.
    public static let none = Lookup(
        define: { _, _ in nil },
        translate: { _, _, _ in nil },
        hasPair: { _, _ in false }
    )

    /// What the distribution has installed on this machine, and an encyclopedia elsewhere.
    public static func installed(wikipedia: Wikipedia? = nil) -> Lookup {
        let wordNet = WordNet()
        return Lookup(
            define: { word, type in wordNet?.definition(of: word, as: type) },
            translate: { FreeDict(from: $1, to: $2)?.translation(of: $0) },
            hasPair: { FreeDict(from: $0, to: $1) != nil },
            wikipedia: wikipedia
        )
    }
}
