import LibraryValues

/// What the home page suggests to study.
enum Suggestion: Equatable {
    /// Review these outermost decks, which have that many cards due today.
    case review(Int, [DeckSummary])
    /// Learn this deck, of which some cards have not been remembered yet.
    case learn(DeckSummary)
    /// All that many cards are remembered; the first deck can be repeated.
    case remembered(Int, again: DeckSummary)
    /// There are no cards.
    case nothing

    /// Chooses what is due, else the first deck that is partly remembered, else the first deck that is not.
    ///
    /// - Parameter limit: How many cards are due today if all decks are reviewed together.
    init(due limit: Int, tree: DeckTree) {
        let outermost = tree.branches.map(\.deck)
        let due = outermost.filter { $0.due > 0 }
        let open = tree.decks.filter { $0.remembered < $0.notes }
        if !due.isEmpty {
            let decks = Array(due.prefix(Source.most))
            // The daily limit applies to each deck, and to all decks that are reviewed together.
            self = .review(min(decks.reduce(0) { $0 + $1.due }, limit), decks)
        } else if let deck = open.first(where: { $0.remembered > 0 }) ?? open.first {
            self = .learn(deck)
        } else if let deck = outermost.first(where: { $0.notes > 0 }) {
            self = .remembered(outermost.reduce(0) { $0 + $1.notes }, again: deck)
        } else {
            self = .nothing
        }
    }
}
