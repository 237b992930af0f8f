internal import Notes
internal import Recall
internal import Storage

/// Cards that are forgotten too often: they are suspended and their notes tagged, as in Anki.
enum Leeches {
    /// Anki's tag for the notes of leeches.
    static let tag: TagName = {
        guard let tag = TagName("leech") else {
            preconditionFailure("A word of letters is a tag")
        }
        return tag
    }()

    /// A leech is recognised again after at most this many lapses.
    private static let longestTurn = 100

    /// Suspends cards that were forgotten too often, and reverts that where the lapse was retracted.
    static func update(after changes: [StateChange], with writer: borrowing Writer) throws {
        for change in changes {
            let (before, after) = (change.before.lapses, change.after.lapses)
            if after > before, isLeech(change) {
                try writer.suspendLeech(change.card, lapses: after)
                try writer.add(tag, to: change.id.note)
            } else if after < before, try writer.releaseLeech(change.card, lapses: after) {
                guard try !writer.hasLeech(change.id.note) else { continue }
                try writer.remove(tag, from: change.id.note)
            }
        }
    }

    private static func isLeech(_ change: StateChange) -> Bool {
        let lapses = change.before.lapses + 1...change.after.lapses
        return lapses.suffix(longestTurn).contains(where: change.rules.isLeech)
    }
}
