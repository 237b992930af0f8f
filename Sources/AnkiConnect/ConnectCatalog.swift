internal import Library
internal import Notes

/// The note types and decks of a library, read once for a request.
struct ConnectCatalog {
    let types: [NoteType]
    let decks: [Deck]

    init(_ library: Library) throws {
        types = try library.types()
        decks = try library.decks()
    }

    func type(named name: String) throws(ConnectError) -> NoteType {
        if let type = types.first(where: { $0.name == name }) { return type }
        throw .model(name)
    }

    /// Names are the same regardless of case, as in Anki; nil where there is no such deck.
    func deck(named name: String) -> Deck? {
        guard let key = DeckName(name)?.key else { return nil }
        return decks.first { $0.name.key == key }
    }
}

extension ConnectCall {
    /// The deck of that name, which is made if it is “Default”, because that always exists for programs.
    func deck(named name: String, in catalog: ConnectCatalog) throws -> DeckID {
        if let deck = catalog.deck(named: name) { return deck.id }
        guard name == Library.defaultDeckName else { throw ConnectError.deck(name) }
        return try makeDeck(named: name)
    }

    /// The deck of that name, made with those around it if it does not exist.
    func makeDeck(named name: String) throws -> DeckID {
        guard let name = DeckName(name) else { throw ConnectError.deck(name) }
        let known = Dictionary(try library.decks().map { ($0.name.key, $0.id) }) { first, _ in first
        }
        if let deck = known[name.key] { return deck }
        // First, because only its name may be refused.
        let deck = try library.makeDeck(named: name, by: author).deck
        for parent in name.ancestors where known[parent.key] == nil {
            _ = try library.makeDeck(named: parent, by: author)
        }
        return deck
    }

    /// The notes that numbers stand for, in their order; nil for unknown ones.
    func notes(_ numbers: [Int64]) throws -> [NoteID?] {
        let known = try library.notes(numbered: numbers)
        return numbers.map { known[$0] }
    }

    /// The cards that numbers stand for, in their order; nil for unknown ones.
    func cards(_ numbers: [Int64]) throws -> [CardID?] {
        let known = try library.cards(numbered: numbers)
        return numbers.map { known[$0] }
    }
}
