/// An entry of Anki's review log, as far as it concerns memory.
package struct AnkiReview: Equatable, Sendable {
    /// The log's column `type`.
    package enum Kind: UInt8, Sendable {
        case learning = 0
        case review = 1
        case relearning = 2
        /// In a filtered deck, or ahead of time.
        case filtered = 3
        /// Set by hand; with a factor of 0, the card was reset.
        case manual = 4
        case rescheduled = 5
    }

    package var kind: Kind
    /// The log's column `ease`: the button, 1 to 4; 0 if there was none.
    package var button: UInt8
    /// The ease or difficulty afterwards; 0 if the answer did not affect the schedule.
    package var factor: Int

    package init(kind: Kind, button: UInt8, factor: Int) {
        self.kind = kind
        self.button = button
        self.factor = factor
    }

    /// The corresponding event; nil if the entry does not affect memory.
    ///
    /// Cramming in a filtered deck is practice, and setting a due date by hand leaves the memory unchanged.
    package var eventKind: CardEvent.Kind? {
        if kind == .manual, factor == 0 { return .reset }
        guard let grade = Grade(rawValue: button), kind != .manual, kind != .rescheduled else {
            return nil
        }
        return kind == .filtered && factor == 0 ? .practice : .review(grade, shown: nil)
    }
}
