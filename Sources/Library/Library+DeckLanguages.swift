package import Languages
package import LibraryValues
package import Notes
internal import Storage

extension Library {
    /// What the languages of a deck are chosen among; nil where there is no such deck.
    package func languages(of deck: DeckID) throws(LibraryError) -> DeckLanguages? {
        try translatingErrors {
            try database.read { reader in
                let shelf = DeckShelf(try reader.decks())
                guard let deck = shelf.deck(deck) else { return nil }
                let isInside = deck.name.ancestors.contains { shelf.deck(named: $0) != nil }
                var silent = deck
                silent.settings = DeckSettings()
                return DeckLanguages(
                    sets: try reader.languageSets(in: shelf.decks(in: deck).map(\.id)),
                    around: isInside ? shelf.settings(of: silent) : nil
                )
            }
        }
    }

    /// The languages that cards of the library can be said in, in their usual scripts.
    package func languages() throws(LibraryError) -> [LanguageTag] {
        try translatingErrors {
            try database.read { reader in
                let sets = try reader.languageSets(in: try reader.decks().map(\.id))
                let spoken = sets.flatMap(\.languages).compactMap { LanguageTag($0.language) }
                return Set(spoken).sorted()
            }
        }
    }
}
