package import Languages
package import LibraryValues
package import Notes
internal import Storage

extension Library {
    /// The languages that a deck can choose from; nil where the deck does not exist.
    package func languages(of deck: DeckID) throws(LibraryError) -> DeckLanguages? {
        try read { reader in
            let hierarchy = DeckHierarchy(try reader.decks())
            guard let deck = hierarchy.deck(deck) else { return nil }
            let isNested = deck.name.ancestors.contains { hierarchy.deck(named: $0) != nil }
            var unset = deck
            unset.settings = DeckSettings()
            return DeckLanguages(
                sets: try reader.languageCombinations(in: hierarchy.decks(in: deck).map(\.id)),
                around: isNested ? hierarchy.settings(of: unset) : nil
            )
        }
    }

    /// The languages of all cards, in their usual scripts.
    package func languages() throws(LibraryError) -> [LanguageTag] {
        try read { reader in
            let sets = try reader.languageCombinations(in: try reader.decks().map(\.id))
            let spoken = sets.flatMap(\.languages).compactMap { LanguageTag($0.language) }
            return Set(spoken).sorted()
        }
    }
}
