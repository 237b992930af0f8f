public import Languages

/// How many notes have a text in just these languages.
public struct LanguageSet: Hashable, Sendable {
    /// The languages, each in its scripts, sorted.
    public var languages: [LanguageTag]
    /// How many notes there are.
    public var notes: Int

    /// Puts together what was counted.
    public init(_ languages: [LanguageTag], notes: Int) {
        self.languages = languages
        self.notes = notes
    }
}
