internal import Notes

/// The decks of a library, as they lie in one another.
struct DeckShelf {
    /// All of them, by name.
    let decks: [Deck]

    private let places: [DeckID: Int]
    private let names: [String: Int]
    /// For each deck those around it, the innermost first.
    private let around: [[Int]]

    init(_ decks: [Deck]) {
        self.decks = decks
        places = Dictionary(uniqueKeysWithValues: decks.indices.map { (decks[$0].id, $0) })
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
                if let place = names[String(Substring(rest))] { around.append(place) }
            }
            return around
        }
    }

    /// The deck of that name, whatever its case.
    func deck(named name: DeckName) -> Deck? { names[name.key].map { decks[$0] } }

    /// The deck of that id.
    func deck(_ id: DeckID) -> Deck? { places[id].map { decks[$0] } }

    /// A deck and all inside it.
    func decks(in deck: Deck) -> [Deck] {
        guard let place = places[deck.id] else { return [] }
        return decks.indices.filter { $0 == place || around[$0].contains(place) }
            .map { decks[$0] }
    }

    /// What holds for a deck: its own settings, and where they are silent those of the decks around it.
    func settings(of deck: Deck) -> DeckSettings {
        guard let place = places[deck.id] else { return deck.settings }
        return around[place].reduce(deck.settings) { $0.inheriting(decks[$1].settings) }
    }

    /// Which languages and scripts some decks have chosen, as text that is another where one of them chooses otherwise.
    func asked(by decks: [Deck]) -> String {
        let choices = decks.map { deck in
            let settings = settings(of: deck)
            return [settings.languageChoiceText, settings.scriptChoiceText]
                .map { $0 ?? "" }.joined(separator: "|")
        }
        return Set(choices).subtracting(["|"]).sorted().joined(separator: ";")
    }

    /// Adds what is counted in each deck itself to the decks around it; in the order of `decks`.
    func totals<Count>(
        _ empty: Count,
        of counts: [DeckID: Count],
        adding add: (inout Count, Count) -> Void
    ) -> [Count] {
        var totals = [Count](repeating: empty, count: decks.count)
        for (deck, count) in counts {
            guard let place = places[deck] else { continue }
            for place in [place] + around[place] { add(&totals[place], count) }
        }
        return totals
    }
}
