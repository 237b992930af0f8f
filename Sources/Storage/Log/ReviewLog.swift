package import Notes
internal import Recall

extension Reading where Self: ~Copyable {
    /// The reviews of a few thousand cards for fitting parameters, card by card; nil if there are no more cards.
    ///
    /// These are all reviews since a card was new: those before a reset do not count, and a card whose memory was imported
    /// without its first reviews is left out. Days are those of the learner's clock.
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

    /// The reviews since a card was new for the last time, if they are complete.
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
