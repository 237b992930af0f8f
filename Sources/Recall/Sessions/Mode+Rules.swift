/// The rules in which the modes differ.
extension Mode {
    /// Whether the seed determines the order; otherwise cards keep the given one.
    var isShuffled: Bool {
        switch self {
        case .learn, .race, .quiz: true
        case .browse, .review: false
        }
    }

    /// Whether cards are graded; otherwise they are only shown.
    var isGraded: Bool { self != .browse }

    /// Whether a missed card returns to the bottom of the stack as if it had not been answered.
    var returnsMissedCards: Bool { self == .race }

    /// Whether a card can wait for its next step and return.
    var hasSteps: Bool { self == .review }

    /// Whether a card can be shown with its answer before it is asked.
    var introducesCards: Bool { self == .review }

    /// Whether the cards missed in a round can be repeated after it.
    var canRetry: Bool { self == .learn || self == .quiz }

    /// Whether all cards can be dealt again; in review the schedule decides what is dealt.
    var canStartAgain: Bool { isShuffled }

    var isTimed: Bool { self == .race }
}
