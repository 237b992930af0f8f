internal import Notes
internal import Storage

/// Which decks are scheduled with which parameters: each with its own, those of a deck around it, or those of the library.
struct FittedDecks {
    private let hierarchy: DeckHierarchy

    init(_ reader: borrowing some Reading & ~Copyable) throws {
        hierarchy = DeckHierarchy(try reader.decks())
    }

    /// The decks with parameters of their own.
    var owners: [Deck] { hierarchy.decks.filter { $0.settings.parameters != nil } }

    func deck(_ id: DeckID) -> Deck? { hierarchy.deck(id) }

    /// The deck whose parameters apply to a deck; nil where those of the library do.
    func owner(of deck: Deck) -> Deck? {
        ([deck] + hierarchy.decks(around: deck)).first { $0.settings.parameters != nil }
    }

    /// The decks whose reviews parameters are fitted to: a deck's, without those inside it that have their own.
    func fitted(with deck: Deck) -> Set<DeckID> {
        let owner = owner(of: deck)
        return Set(hierarchy.decks(in: deck).filter { self.owner(of: $0) == owner }.map(\.id))
    }

    /// Those of the library; nil for all cards.
    var fittedWithLibrary: Set<DeckID>? {
        guard !owners.isEmpty else { return nil }
        return Set(hierarchy.decks.filter { owner(of: $0) == nil }.map(\.id))
    }
}
