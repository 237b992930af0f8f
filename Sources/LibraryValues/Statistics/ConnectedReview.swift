package import Notes

/// A row of a card's log in the form of Anki's.
package struct ConnectedReview: Hashable, Sendable {
    package enum Kind: Int, Sendable {
        case learning, review, relearning, practice, set
    }

    package var card: CardID
    package var moment: Moment
    /// 1 to 4; 0 for a state that was set.
    package var button: Int
    /// In days, or in seconds where negative.
    package var interval: Int
    package var intervalBefore: Int
    package var duration: Int
    package var kind: Kind

    package init(
        card: CardID,
        moment: Moment,
        button: Int,
        interval: Int,
        intervalBefore: Int,
        duration: Int,
        kind: Kind
    ) {
        self.card = card
        self.moment = moment
        self.button = button
        self.interval = interval
        self.intervalBefore = intervalBefore
        self.duration = duration
        self.kind = kind
    }
}
