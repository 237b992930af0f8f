internal import Languages
internal import LibraryValues
internal import Notes
internal import Storage
internal import Threads

/// Collects the changes of one request of another program into one entry of the journal.
///
/// Each change is a transaction of its own, and is on disk when its method returns; the entry grows with each.
package final class ChangeGroup: Sendable {
    /// The program's name, which the entry begins with.
    let author: String
    private let state = Locked(State())

    fileprivate struct State {
        var entry: ChangeID?
        /// What the entry says: the first change of notes, or else the first of all.
        var headline: Phrase?
        var isOfNotes = false
        var count = 0
        var content = ChangeContent()
    }

    package init(by author: String) { self.author = author }

    /// The group of the request that this thread performs, if any.
    @TaskLocal static var current: ChangeGroup?

    /// Whether something was changed.
    package var isEmpty: Bool { state.withLock { $0.count == 0 } }

    /// Performs a request whose changes are undone together.
    package func collect<Result>(_ body: () throws -> Result) rethrows -> Result {
        try Self.$current.withValue(self) { try body() }
    }

    /// Records a change in the group's entry.
    func record(
        _ says: Phrase,
        _ content: ChangeContent,
        by browser: BrowserNumber?,
        at moment: Moment,
        with writer: borrowing Writer
    ) throws -> (id: ChangeID, says: Phrase) {
        try state.withLock { state in
            var next = state
            let isOfNotes = content.replacements.contains(where: \.isOfNotes)
            if state.headline == nil || isOfNotes && !state.isOfNotes {
                next.headline = says
                next.isOfNotes = isOfNotes
            }
            next.count += 1
            next.content.replacements += content.replacements
            next.content.events += content.events
            let summary = next.summary(author)
            let isExtended = try state.entry.map { entry in
                try writer.extendChange(entry, summary.stored, next.content)
            }
            if isExtended != true {
                next.entry = try writer.recordChange(
                    summary.stored,
                    next.content,
                    by: browser?.rawValue,
                    at: moment,
                    depth: Library.undoDepth
                )
            }
            guard let entry = next.entry else { preconditionFailure("An entry has an id") }
            state = next
            return (entry, summary)
        }
    }
}

extension ChangeGroup.State {
    /// `Yomitan: Added “猫”`.
    fileprivate func summary(_ author: String) -> Phrase {
        let headline = headline ?? ""
        return count < 2
            ? "\(author): \(headline)" : "\(author): \(headline), and \(count - 1) more"
    }
}

extension UndoStep {
    /// Whether it changes notes or cards, rather than what they need.
    fileprivate var isOfNotes: Bool {
        switch self {
        case .deck, .noteType, .parameters, .settings, .medium: false
        default: true
        }
    }
}
