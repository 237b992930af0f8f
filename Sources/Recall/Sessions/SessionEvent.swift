/// A change of a session's state; a session is determined by its start and its events.
enum SessionEvent: Equatable, Sendable {
    /// The top card was graded; in review it may return at a moment (in milliseconds).
    case answered(Grade, returningAt: Int64?)

    /// This many waiting cards, the first due first, returned to the stack.
    case returned(Int)

    /// A round of the missed cards began.
    case retried

    /// This many new cards were added at the bottom.
    case added(Int)

    /// A new card was added that waits for its next step until a moment (in milliseconds).
    case addedWaiting(until: Int64)

    /// A card was shown with its answer before it is asked for the first time.
    case introduced(Int)

    /// A card was removed, whether it was on the stack or not.
    case removed(Int)

    var isAnswer: Bool {
        if case .answered = self { return true }
        return false
    }

    /// Whether cards were added, removed or introduced, which undoing an answer does not revert.
    var changesCards: Bool {
        switch self {
        case .added, .addedWaiting, .introduced, .removed: true
        case .answered, .returned, .retried: false
        }
    }
}
