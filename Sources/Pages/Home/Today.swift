import LibraryValues

/// The one thing that the home page suggests.
enum Today: Equatable {
    /// Review these decks, which lie in no other: so many of their cards are due and come today.
    case review(Int, [DeckSummary])
    /// Go on with this deck: some of its cards were not remembered yet.
    case learn(DeckSummary)
    /// All decks were remembered to the last card; the first may be gone through again.
    case remembered(Int, again: DeckSummary)
    /// There is no card to study.
    case nothing

    /// Chooses what is due, else the deck that was begun and is not done, else the first that was not begun.
    ///
    /// - Parameters:
    ///   - due: How many cards come today if all decks are reviewed together.
    ///   - tree: All decks.
    init(due most: Int, tree: DeckTree) {
        let outermost = tree.branches.map(\.deck)
        let due = outermost.filter { $0.due > 0 }
        let open = tree.decks.filter { $0.remembered < $0.notes }
        if !due.isEmpty {
            let decks = Array(due.prefix(Source.most))
            // Limits hold for a deck, and for all that is reviewed together.
            self = .review(min(decks.reduce(0) { $0 + $1.due }, most), decks)
        } else if let deck = open.first(where: { $0.remembered > 0 }) ?? open.first {
            self = .learn(deck)
        } else if let deck = outermost.first(where: { $0.notes > 0 }) {
            self = .remembered(outermost.reduce(0) { $0 + $1.notes }, again: deck)
        } else {
            self = .nothing
        }
    }
}
