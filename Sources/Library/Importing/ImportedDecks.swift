internal import Notes

/// The decks of a library, with those that an import makes.
struct ImportedDecks {
    private var byKey: [String: Deck] = [:]
    /// The one that was asked for last, as most notes lie where the one before them does.
    private var last: (name: DeckName, deck: Deck)?
    /// Those that were made, in their order.
    private(set) var made: [Deck] = []

    init(_ decks: [Deck]) { for deck in decks { byKey[deck.name.key] = deck } }

    /// The deck of a name, whatever the case.
    mutating func deck(named name: DeckName) -> Deck? {
        if let last, last.name == name { return last.deck }
        guard let deck = byKey[name.key] else { return nil }
        last = (name, deck)
        return deck
    }

    /// Takes one that was made.
    mutating func add(_ deck: Deck) {
        byKey[deck.name.key] = deck
        made.append(deck)
    }
}
