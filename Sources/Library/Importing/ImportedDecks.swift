internal import Notes

/// The decks of a library, with those that an import makes.
struct ImportedDecks {
    private var byKey: [String: Deck] = [:]
    /// Those that were made, in their order.
    private(set) var made: [Deck] = []

    init(_ decks: [Deck]) { for deck in decks { byKey[deck.name.key] = deck } }

    /// The deck of a name, whatever the case.
    subscript(name: DeckName) -> Deck? { byKey[name.key] }

    /// Takes one that was made.
    mutating func add(_ deck: Deck) {
        byKey[deck.name.key] = deck
        made.append(deck)
    }
}
