internal import Languages
package import LibraryValues
package import Notes
internal import Recall
internal import Storage

extension Library {
    /// The most cards of one action.
    package static let largestAction = 1_000

    /// Applies an action to all cards, or to none if one no longer exists; nil where nothing changed.
    package func act(
        _ action: CardAction,
        on cards: [CardID],
        by browser: BrowserNumber?,
        timeZoneOffset minutes: Int
    ) throws(LibraryError) -> Change? {
        precondition(cards.count <= Self.largestAction, "too many cards for one action")
        return try change(by: browser) { writer, recorder, moment in
            for card in cards {
                guard try Self.isThere(card, with: writer) else {
                    throw LibraryError.refused("This card no longer exists.")
                }
            }
            switch action {
            case .suspend:
                try recorder.mark(cards, with: writer) { $0.isSuspended = true }
            case .unsuspend:
                try recorder.mark(cards, with: writer) { $0.unsuspend() }
                // A note none of whose cards is suspended any more is not suspended either.
                let notes = Set(cards.map(\.note)).sorted()
                let suspended = try writer.marks(of: notes).filter(\.marks.isSuspended)
                let still = Set(suspended.map(\.card.note))
                try recorder.suspend(notes.filter { !still.contains($0) }, false, with: writer)
            case .bury:
                let boundary = DayBoundary(rollover: try writer.settings().rollover)
                let today = boundary.day(of: moment.milliseconds, offset: minutes)
                let tomorrow = boundary.start(of: today + 1, offset: minutes)
                try recorder.mark(cards, with: writer) { marks in
                    marks.burial = .byLearner
                    marks.buriedUntil = Moment(milliseconds: tomorrow)
                }
            case .flag(let flag):
                try recorder.mark(cards, with: writer) { $0.flag = flag }
            case .reset:
                recorder.appended(
                    try setState(.reset, of: cards, with: writer, at: (moment, minutes))
                )
            case .redate(let days):
                let due = Moment(milliseconds: moment.milliseconds + Int64(days) * 86_400_000)
                recorder.appended(
                    try setState(.redated(due), of: cards, with: writer, at: (moment, minutes))
                )
            }
            return action.says(cards.count)
        }
    }

    /// Whether the note exists outside the bin, and has the card now or had it before.
    private static func isThere(_ card: CardID, with writer: borrowing Writer) throws -> Bool {
        guard let note = try writer.note(card.note), note.binned == nil else { return false }
        if try writer.card(of: card.note, face: card.face) != nil { return true }
        guard let type = try writer.noteType(note.type) else { return false }
        return CardGenerator(type).sides(of: note, face: card.face) != nil
    }
}

extension CardMarks {
    /// Makes the card available again, also if it is buried.
    mutating func unsuspend() {
        isSuspended = false
        burial = nil
        buriedUntil = nil
    }
}

extension CardAction {
    /// The summary for the history.
    fileprivate func says(_ count: Int) -> Phrase {
        switch self {
        case .suspend: "Suspended \(count) cards"
        case .unsuspend: "Unsuspended \(count) cards"
        case .bury: "Buried \(count) cards until tomorrow"
        case .flag(0): "Removed the flag from \(count) cards"
        case .flag(let flag): "Flagged \(count) cards \(Self.flags[Int(flag)])"
        case .reset: "Reset the progress of \(count) cards"
        case .redate(0): "Made \(count) cards due today"
        case .redate(1): "Made \(count) cards due tomorrow"
        case .redate(let days): "Made \(count) cards due in \(days) days"
        }
    }
}
