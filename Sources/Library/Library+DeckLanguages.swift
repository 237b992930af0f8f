package import Languages
package import Notes
internal import Storage

/// What the languages of a deck are chosen among, and what holds where it does not choose.
package struct DeckLanguages: Hashable, Sendable {
    /// Which languages its notes have, those of the decks inside it too, each in all its scripts, and how many have them.
    package var sets: [LanguageCombination]
    /// What the decks around it say; nil where it lies in none.
    package var around: DeckSettings?

    /// Puts together what was found.
    package init(sets: [LanguageCombination] = [], around: DeckSettings? = nil) {
        self.sets = sets
        self.around = around
    }

    /// The languages of its notes.
    package var tags: [LanguageTag] { Set(sets.flatMap(\.languages)).sorted() }
}

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
                    sets: try reader.languageCombinations(in: shelf.decks(in: deck).map(\.id)),
                    around: isInside ? shelf.settings(of: silent) : nil
                )
            }
        }
    }

    /// The languages that cards of the library can be said in, in their usual scripts.
    package func languages() throws(LibraryError) -> [LanguageTag] {
        try translatingErrors {
            try database.read { reader in
                let sets = try reader.languageCombinations(in: try reader.decks().map(\.id))
                let spoken = sets.flatMap(\.languages).compactMap { LanguageTag($0.language) }
                return Set(spoken).sorted()
            }
        }
    }
}
