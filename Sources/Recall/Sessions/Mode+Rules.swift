/// In what the modes differ; everything else about a session is the same in all five.
extension Mode {
    /// Whether the seed decides the order; otherwise cards lie as they were dealt.
    var isShuffled: Bool {
        switch self {
        case .learn, .race, .quiz: true
        case .browse, .review: false
        }
    }

    /// Whether cards are graded; otherwise they are turned like pages.
    var isGraded: Bool { self != .browse }

    /// Whether a missed card goes to the bottom of the stack as a fresh one.
    var returnsMissedCards: Bool { self == .race }

    /// Whether a card may wait for its next step and come back.
    var hasSteps: Bool { self == .review }

    /// Whether the cards missed in a round can be gone through again after it.
    var canRetry: Bool { self == .learn || self == .quiz }

    /// Whether all cards can be dealt once more; what review deals is for the schedule to say.
    var canStartAgain: Bool { isShuffled }

    /// Whether time can run out.
    var isTimed: Bool { self == .race }
}
