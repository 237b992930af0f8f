internal import Notes

/// The decks of a library, as they lie in one another.
struct DeckShelf {
    private let decks: [String: Deck]

    init(_ decks: [Deck]) {
        self.decks = Dictionary(uniqueKeysWithValues: decks.map { ($0.name.key, $0) })
    }

    /// The deck of that name, whatever its case.
    func deck(named name: DeckName) -> Deck? { decks[name.key] }

    /// What holds for a deck: its own settings, and where they are silent those of the decks around it.
    func settings(of deck: Deck) -> DeckSettings {
        deck.name.ancestors.reversed().reduce(deck.settings) { settings, name in
            decks[name.key].map { settings.inheriting($0.settings) } ?? settings
        }
    }
}
