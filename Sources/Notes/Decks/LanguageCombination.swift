package import Languages

/// How many notes have texts in exactly these languages.
package struct LanguageCombination: Hashable, Sendable {
    /// The languages with their scripts, sorted.
    package var languages: [LanguageTag]
    package var notes: Int

    package init(_ languages: [LanguageTag], notes: Int) {
        self.languages = languages
        self.notes = notes
    }
}
