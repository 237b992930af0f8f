import Library

/// The one thing that the home page suggests.
enum Today: Equatable {
    /// Go on with this deck: some of its cards were not remembered yet.
    case learn(DeckSummary)
    /// All decks were remembered to the last card; the first may be gone through again.
    case remembered(Int, again: DeckSummary)
    /// There is no card to study.
    case nothing

    /// Chooses the deck that was begun and is not done, else the first that was not begun.
    init(decks: [DeckSummary]) {
        let withCards = decks.filter { $0.notes > 0 }
        let open = withCards.filter { $0.remembered < $0.notes }
        if let deck = open.first(where: { $0.remembered > 0 }) ?? open.first {
            self = .learn(deck)
        } else if let deck = withCards.first {
            // A deck's count includes the decks inside it.
            let names = Set(decks.map(\.name))
            let all = withCards.filter { deck in
                guard let parent = deck.parent else { return true }
                return !names.contains(parent)
            }
            self = .remembered(all.reduce(0) { $0 + $1.notes }, again: deck)
        } else {
            self = .nothing
        }
    }
}

extension DeckSummary {
    /// The name of the deck that it lies in: `A::B` for `A::B::C`.
    var parent: String? {
        var end: String.Index?
        var index = name.startIndex
        while index < name.endIndex {
            if name[index...].hasPrefix("::") { end = index }
            index = name.index(after: index)
        }
        return end.map { String(name[..<$0]) }
    }

    /// The name without the decks around it.
    var ownName: String {
        guard let parent else { return name }
        return String(name.dropFirst(parent.count + 2))
    }
}
