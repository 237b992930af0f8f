/// An entry of Anki's review log, as far as memory is concerned.
package struct AnkiReview: Equatable, Sendable {
    /// What was going on: Anki's numbers 0 to 5.
    package enum Kind: UInt8, Sendable {
        case learning = 0
        case review = 1
        case relearning = 2
        /// In a filtered deck, or ahead of time.
        case filtered = 3
        /// Set by hand; with an ease of none, the card was reset.
        case manual = 4
        case rescheduled = 5
    }

    /// What was going on.
    package var kind: Kind
    /// The button, 1 to 4; 0 where there was none.
    package var button: UInt8
    /// The ease or difficulty after it; 0 where the answer moved no schedule.
    package var factor: Int

    /// Takes three columns of the log: `type`, `ease` and `factor`.
    package init(kind: Kind, button: UInt8, factor: Int) {
        self.kind = kind
        self.button = button
        self.factor = factor
    }

    /// What the entry means here; nil where it says nothing of memory.
    ///
    /// Answers in a deck that was crammed are practice, and a date that was set by hand leaves memory as it was.
    package var meaning: CardEvent.Kind? {
        if isReset { return .reset }
        guard let grade = Grade(rawValue: button), kind != .manual, kind != .rescheduled else {
            return nil
        }
        return kind == .filtered && factor == 0 ? .practice : .review(grade, shown: nil)
    }

    private var isReset: Bool { kind == .manual && factor == 0 }

    /// Where the card's present life begins in its log, oldest entry first; nil if the log does not go back that far.
    ///
    /// That is the beginning of the last time it was learned: what was before a reset, or before a card was learned anew,
    /// counts no more. Where it is missing only what Anki itself remembers of the card can tell.
    package static func beginning(of log: [AnkiReview]) -> Int? {
        var beginning: Int?
        for (place, entry) in log.enumerated().reversed() {
            if entry.isReset { break }
            guard case .review = entry.meaning else { continue }
            if entry.kind == .learning {
                beginning = place
            } else if beginning != nil {
                break
            }
        }
        return beginning
    }
}
