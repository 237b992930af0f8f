/// How far a learner has come with a card or a note.
package enum Progress: Int, Comparable, Sendable {
    /// Never reviewed; practice does not count.
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

extension Progress {
    package init(isNew: Bool, memory: Memory?) {
        let isKnown = (memory?.stability ?? 0) >= Self.knownStability
        self = isNew ? .unseen : isKnown ? .known : .learning
    }
}

extension CardState {
    package var progress: Progress { Progress(isNew: stage == .new, memory: memory) }
}
