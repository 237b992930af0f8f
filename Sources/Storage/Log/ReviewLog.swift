package import Notes
internal import Recall

extension Reading where Self: ~Copyable {
    /// The reviews of a batch of cards for fitting parameters, card by card; nil after the last batch.
    ///
    /// These are the reviews since a card was new: reviews before a reset are left out, and so are those before a state that
    /// was imported without all of the reviews that it counts. Days are by the learner's clock.
    ///
    /// - Parameter decks: Only of cards in these decks, unless nil.
    package func reviewLog(
        inBatch number: Int,
        of decks: Set<DeckID>? = nil
    ) throws -> [LoggedReview]? {
        guard let cards = try cardBatch(number) else { return nil }
        let boundary = try settings().rules.boundary
        var events = try stateEvents(of: cards)
        if let decks {
            let wanted = Set(try storedCards(cards).filter { decks.contains($0.deck) }.map(\.card))
            events = events.filter { wanted.contains($0.key) }
        }
        return events.sorted { $0.key < $1.key }.flatMap { card, events in
            Self.reviews(in: events).map { event, grade in
                LoggedReview(
                    card: card.rawValue,
                    moment: Moment(milliseconds: event.moment),
                    day: boundary.day(of: event.moment, offset: event.offset),
                    grade: grade
                )
            }
        }
    }

    /// The reviews since a card was last new, if they are complete.
    private static func reviews(in events: [CardEvent]) -> [(CardEvent, Grade)] {
        var reviews: [(CardEvent, Grade)] = []
        var isComplete = true
        var count = 0
        for event in events.standing {
            switch event.kind {
            case .review(let grade, _):
                count += 1
                if isComplete { reviews.append((event, grade)) }
            case .reset: (reviews, isComplete) = ([], true)
            case .imported(let state) where state.stage == .new: (reviews, isComplete) = ([], true)
            case .imported(let state) where isComplete && count > 0 && count >= state.reviews: break
            case .imported(let state): (reviews, isComplete) = ([], state.memory == nil)
            case .practice, .redated, .retraction: break
            }
        }
        return reviews
    }
}
