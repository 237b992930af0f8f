internal import Languages
internal import Notes
internal import Recall

extension Event {
    /// 1 January 2000, before which no clock is right.
    private static let earliest = Moment(milliseconds: 946_684_800_000)

    /// The longest interval plus a day for the time of day: about a hundred years, in milliseconds.
    private static let longestPromise: Int64 = 36_501 * 86_400_000

    private static let browsing: Phrase = "Browsing records no answers."

    /// Why the event cannot be accepted at this moment; nil if it can.
    func flaw(at now: Moment) -> Phrase? {
        guard id.rawValue > 0 else { return "Its identifier is invalid." }
        guard moment >= Self.earliest else {
            return "This device’s clock is before the year 2000. Set it, then try again."
        }
        guard moment.milliseconds <= now.milliseconds + 86_400_000 else {
            return "This device’s clock is more than a day ahead. Set it, then try again."
        }
        guard Self.offsets.contains(offset) else {
            return "This device reports an invalid time zone."
        }
        switch kind {
        case .review(_, let due, let reviews):
            if mode == .browse { return Self.browsing }
            if let due, due.milliseconds > moment.milliseconds + Self.longestPromise {
                return "The button showed an impossible date."
            }
            if let reviews, !CardState.counts.contains(reviews) {
                return "Its number of reviews is impossibly high."
            }
            return nil
        case .practice:
            return mode == .browse ? Self.browsing : nil
        case .retraction(let target):
            return target == id ? "It would undo itself." : nil
        case .setState:
            return nil
        }
    }

    /// Why this retraction cannot retract that event; nil if it can.
    func flaw(retracting target: Event) -> Phrase? {
        guard target.note == note, target.face == face else {
            return "The answer to undo belongs to another card."
        }
        if case .retraction = target.kind {
            return "This answer has already been undone."
        }
        return nil
    }
}
