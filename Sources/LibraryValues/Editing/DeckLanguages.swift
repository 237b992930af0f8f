package import Languages
package import Notes

/// The languages that a deck can choose from, and what applies where it does not choose.
package struct DeckLanguages: Hashable, Sendable {
    /// The language combinations of its notes, nested decks included, in all their scripts, and how many notes have each.
    package var sets: [LanguageSet]
    /// The settings that it inherits from the decks around it; nil for a top-level deck.
    package var around: DeckSettings?

    package init(sets: [LanguageSet] = [], around: DeckSettings? = nil) {
        self.sets = sets
        self.around = around
    }

    /// The languages of its notes.
    package var tags: [LanguageTag] { Set(sets.flatMap(\.languages)).sorted() }
}
