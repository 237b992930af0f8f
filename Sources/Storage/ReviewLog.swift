package import Notes
internal import Recall

extension Reading where Self: ~Copyable {
    /// The reviews of some thousand cards from which can be learned how the learner forgets, card by card; nil for
    /// the numbers where there are no more.
    ///
    /// Taken are all reviews since a card was new: what came before a reset was told of another life, and where another
    /// program only said what it remembered, nobody knows the beginning. Days are those of the learner's clock.
    package func reviewLog(
        ofStretch number: Int
    ) throws -> [LoggedReview]? {
        guard let cards = try stretch(number) else { return nil }
        let boundary = try settings().rules.boundary
        return try tellingEvents(of: cards).sorted { $0.key < $1.key }.flatMap { card, events in
            Self.life(of: events).map { event, grade in
                LoggedReview(
                    card: card.rawValue,
                    moment: Moment(milliseconds: event.moment),
                    day: boundary.day(of: event.moment, offset: event.offset),
                    grade: grade
                )
            }
        }
    }

    /// The reviews of a card's present life, if its beginning is known.
    private static func life(of events: [CardEvent]) -> [(CardEvent, Grade)] {
        let retracted = Set(events.compactMap(\.retracted))
        var reviews: [(CardEvent, Grade)] = []
        var isKnown = true
        for event in events where !retracted.contains(event.id) {
            switch event.kind {
            case .review(let grade, _): if isKnown { reviews.append((event, grade)) }
            case .reset: (reviews, isKnown) = ([], true)
            case .imported(let state): (reviews, isKnown) = ([], state.memory == nil)
            case .practice, .redated, .retraction: break
            }
        }
        return reviews
    }
}

extension CardEvent {
    fileprivate var retracted: Int64? {
        guard case .retraction(let id) = kind else { return nil }
        return id
    }
}
