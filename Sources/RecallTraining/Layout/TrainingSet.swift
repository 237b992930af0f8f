/// A review log laid out for walking: cards four abreast, like with like, each review in four bytes.
///
/// Cards that met the same grade first and are about as long stand in one group, so that little is padded. Groups are
/// dealt into shares as cards to players: every share is a fair sample of the whole, and the unit of work of a core.
struct TrainingSet: Sendable {
    private let piles: [Pile]
    /// How many shares there are.
    let shares: Int
    /// What the first absences came to.
    let firsts: FirstAbsences
    /// Reviews on a later day than the one before: those whose outcome is predicted.
    let predictions: Int
    /// How many of these are learnt from; the other cards' first absence was too rare.
    let learnt: Int

    private static let mostShares = 64
    /// A share has at least about so many cards, lest handing it out cost more than walking it.
    private static let leastCards = 96

    init(_ log: ReviewLog, on cores: Cores = .one) {
        let rows = PiledRows(log, in: log.order(), on: cores)
        let summaries = Pieces(rows.count, on: cores) { CardSummary.all(of: rows, $0) }
        let ages = Ages(rows: log.count, summaries.values.map(\.counts))
        let cards = summaries.values.map(\.cards)
        let firsts = FirstAbsences(cards)
        let shares = max(1, min(Self.mostShares, log.cards.count / Self.leastCards))
        piles =
            Pieces(rows.count, on: cores) { pile in
                Pile(pile, of: rows, cards[pile], firsts, ages, shares: shares)
            }
            .values
        predictions = ages.predictions
        learnt = cards.joined().reduce(0) { sum, card in
            sum + (card.length > 0 && !firsts.isRare(card) ? Int(card.predictions) : 0)
        }
        self.shares = shares
        self.firsts = firsts
    }

    /// Calls a body with the groups of one share, of the cards that are learnt from or of those that are put aside.
    @inline(__always)
    func forEachGroup(of share: Int, isAside: Bool = false, _ body: (HistoryGroup) -> Void) {
        for pile in piles { pile.forEachGroup(of: share, isAside: isAside, body) }
    }
}
