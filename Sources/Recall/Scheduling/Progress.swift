/// How far a learner has come with a card or a note.
package enum Progress: Int, Comparable, Sendable {
    /// Never reviewed; practice is no review.
    case unseen
    case learning
    /// The memory lasts `knownStability` days or more.
    case known

    /// In days.
    package static let knownStability = 21.0

    package static func < (left: Progress, right: Progress) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension CardState {
    package var progress: Progress {
        guard stage != .new else { return .unseen }
        return (memory?.stability ?? 0) >= Progress.knownStability ? .known : .learning
    }
}
