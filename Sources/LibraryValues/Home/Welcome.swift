package import Languages
package import Notes

/// The question of the first visit: which language the learner speaks, and which one they are learning.
package struct Welcome: Hashable, Sendable {
    /// The deck whose settings the answer changes.
    package var deck: Deck
    /// The languages of its notes.
    package var languages: [LanguageTag]
    /// The language of the questions.
    package var speaks: LanguageTag
    /// The language of the answers.
    package var learns: LanguageTag
    /// Why the answer was not accepted.
    package var flaw: LanguageChoice.Flaw?

    package init(
        deck: Deck,
        languages: [LanguageTag],
        speaks: LanguageTag,
        learns: LanguageTag
    ) {
        self.deck = deck
        self.languages = languages
        self.speaks = speaks
        self.learns = learns
    }
}
