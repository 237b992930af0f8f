/// One thing that happened at the table; a session follows from its deal and its steps.
enum Step: Equatable, Sendable {
    /// The top card was graded; in review it may wait until a moment (milliseconds) and come back.
    case answered(Grade, back: Int64?)

    /// So many of the waiting cards, the first due first, came back.
    case returned(Int)

    /// A round of the missed cards was begun.
    case retried

    /// So many cards that were not known before joined at the bottom.
    case joined(Int)

    /// A card that was not known before joined, to come when its step is over, at a moment (milliseconds).
    case joinedWaiting(until: Int64)

    /// A card left, wherever it lay.
    case left(Int)

    var isAnswer: Bool {
        if case .answered = self { return true }
        return false
    }

    /// Whether the step was taken outside the game, so that taking answers back does not touch it.
    var isChangeOfCards: Bool {
        switch self {
        case .joined, .joinedWaiting, .left: true
        case .answered, .returned, .retried: false
        }
    }
}
