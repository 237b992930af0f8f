import LibraryValues

/// What the home page or a deck's page suggests to study.
enum Suggestion: Equatable {
    /// Today's session: what is due, and new cards up to the limit.
    case today(TodayCounts, Source, name: String?, decks: Int)
    /// Nothing can be answered now; some cards may come back later today.
    case done(TodayCounts, next: NextSession?)
    /// There are no cards.
    case nothing

    /// For all decks together.
    init(_ home: Home, _ tree: DeckTree) {
        let decks = tree.studied
        guard let source = tree.source else {
            self = .nothing
            return
        }
        guard home.today.cards > 0 else {
            self = .done(home.today, next: home.next)
            return
        }
        let name = decks.count == 1 ? decks[0].name : nil
        self = .today(home.today, source, name: name, decks: decks.count)
    }

    /// For a deck with those inside it.
    init(_ overview: DeckOverview) {
        let deck = overview.deck
        if deck.notes == 0 {
            self = .nothing
        } else if deck.today.cards > 0 {
            self = .today(deck.today, Source(deck: deck.name), name: nil, decks: 1)
        } else {
            self = .done(deck.today, next: overview.next)
        }
    }
}
