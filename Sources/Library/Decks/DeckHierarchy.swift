internal import Notes

/// The decks of a library and their nesting.
struct DeckHierarchy {
    /// By name.
    let decks: [Deck]

    private let positions: [DeckID: Int]
    private let names: [String: Int]
    /// The positions of the decks around each deck, innermost first.
    private let around: [[Int]]

    init(_ decks: [Deck]) {
        self.decks = decks
        positions = Dictionary(uniqueKeysWithValues: decks.indices.map { (decks[$0].id, $0) })
        let keys = decks.map(\.name.key)
        let names = Dictionary(uniqueKeysWithValues: keys.indices.map { (keys[$0], $0) })
        self.names = names
        around = keys.map { key in
            var around: [Int] = []
            var rest = key.utf8[...]
            while let colon = rest.lastIndex(of: UInt8(ascii: ":")) {
                rest = rest[..<colon]
                guard rest.last == UInt8(ascii: ":") else { continue }
                rest.removeLast()
                if let position = names[String(Substring(rest))] { around.append(position) }
            }
            return around
        }
    }

    /// Ignores case.
    func deck(named name: DeckName) -> Deck? { names[name.key].map { decks[$0] } }

    func position(of id: DeckID) -> Int? { positions[id] }

    func deck(_ id: DeckID) -> Deck? { positions[id].map { decks[$0] } }

    /// The positions of a deck, of the decks around it, innermost first, and of all decks, which follow the last one.
    func path(to position: Int) -> [Int] {
        position == decks.count ? [position] : [position] + around[position] + [decks.count]
    }

    /// The decks of a name and inside it, which may be only a part of their names; none where no deck has it.
    func decks(in name: DeckName) -> [Deck] {
        guard let deck = deck(named: name) else { return decks.filter { name.includes($0.name) } }
        return decks(in: deck)
    }

    /// A name as the library spells it, which may be only a part of its decks' names; nil where no deck has it.
    func spelling(of name: DeckName) -> DeckName? {
        if let deck = deck(named: name) { return deck.name }
        return decks.first { name.includes($0.name) }?.name.ancestors.first { $0.key == name.key }
    }

    /// A deck and its nested decks.
    func decks(in deck: Deck) -> [Deck] {
        guard let position = positions[deck.id] else { return [] }
        return decks.indices.filter { $0 == position || around[$0].contains(position) }
            .map { decks[$0] }
    }

    /// The decks around a deck, innermost first.
    func decks(around deck: Deck) -> [Deck] {
        positions[deck.id].map { around[$0].map { decks[$0] } } ?? []
    }

    /// A deck's settings, with those that it inherits from the decks around it.
    func settings(of deck: Deck) -> DeckSettings {
        decks(around: deck).reduce(deck.settings) { $0.inheriting($1.settings) }
    }

    /// The language and script choices of some decks, as text that differs if a choice differs.
    func asked(by decks: [Deck]) -> String {
        let choices = decks.map { deck in
            let settings = settings(of: deck)
            return [settings.languageChoiceText, settings.scriptChoiceText]
                .map { $0 ?? "" }.joined(separator: "|")
        }
        return Set(choices).subtracting(["|"]).sorted().joined(separator: ";")
    }

    /// Adds the counts of each deck to the decks around it; in the order of `decks`, and then of all decks.
    func totals<Count>(
        _ empty: Count,
        of counts: [DeckID: Count],
        adding add: (inout Count, Count) -> Void
    ) -> [Count] {
        var totals = [Count](repeating: empty, count: decks.count + 1)
        for (deck, count) in counts {
            guard let position = positions[deck] else { continue }
            for position in path(to: position) { add(&totals[position], count) }
        }
        return totals
    }
}
