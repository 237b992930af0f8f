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
        if isReset { return .reset }
        guard let grade = Grade(rawValue: button), kind != .manual, kind != .rescheduled else {
            return nil
        }
        return kind == .filtered && factor == 0 ? .practice : .review(grade, shown: nil)
    }

    private var isReset: Bool { kind == .manual && factor == 0 }

    /// The index at which the card was last learned, oldest entry first; nil if the log does not go back that far.
    ///
    /// Entries before a reset, or before the card was learned again, no longer count. If the result is nil, the memory can be
    /// derived only from the state that Anki stores with the card.
    package static func startOfCurrentLearning(in log: [AnkiReview]) -> Int? {
        var start: Int?
        for (index, entry) in log.enumerated().reversed() {
            if entry.isReset { break }
            guard case .review = entry.eventKind else { continue }
            if entry.kind == .learning {
                start = index
            } else if start != nil {
                break
            }
        }
        return start
    }
}
