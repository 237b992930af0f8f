import LibraryValues

/// What the home page suggests to study.
enum Suggestion: Equatable {
    /// Today's session: what is due in these outermost decks, and new cards up to the limit.
    case today(due: Int, new: Int, [DeckSummary])
    /// Nothing is left for today; the first deck can be practised.
    case done(practice: DeckSummary)
    /// There are no cards.
    case nothing

    init(_ home: Home, _ tree: DeckTree) {
        let decks = Array(tree.branches.map(\.deck).filter { $0.notes > 0 }.prefix(Source.most))
        guard let first = decks.first else {
            self = .nothing
            return
        }
        // A single deck has limits of its own; several share those of the library.
        let (due, new) = decks.count == 1 ? (first.due, first.new) : (home.due, home.new)
        self = due + new > 0 ? .today(due: due, new: new, decks) : .done(practice: first)
    }
}
