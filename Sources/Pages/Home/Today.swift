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
        lastSeparator.map { String(name[..<$0.lowerBound]) }
    }

    /// The name without the decks around it.
    var ownName: String {
        lastSeparator.map { String(name[$0.upperBound...]) } ?? name
    }

    /// Where the last `::` stands; a page has a thousand decks, so it is looked for in bytes.
    private var lastSeparator: Range<String.Index>? {
        let utf8 = name.utf8
        var end = utf8.endIndex
        while let last = utf8[..<end].lastIndex(of: UInt8(ascii: ":")), last > utf8.startIndex {
            let before = utf8.index(before: last)
            if utf8[before] == UInt8(ascii: ":") { return before..<utf8.index(after: last) }
            end = last
        }
        return nil
    }
}
