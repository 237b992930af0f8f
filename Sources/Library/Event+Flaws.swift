internal import Languages
internal import Notes
internal import Recall

extension Event {
    /// Longer answers are taken for a learner who went away: ten minutes, in milliseconds.
    static let longestDuration = 600_000

    /// How many minutes clocks on earth are ahead of UTC, with room to spare.
    static let offsets = -1_080...1_080

    /// 1 January 2000: no clock that is right is earlier.
    private static let earliest = Moment(milliseconds: 946_684_800_000)

    /// The longest interval there is, and a day for the time of day: some hundred years, in milliseconds.
    private static let longestPromise: Int64 = 36_501 * 86_400_000

    private static let mostReviews = 1_000_000_000

    private static let browsing: Phrase = "Browsing records no answers."

    /// Why the event cannot be taken at this moment, in words for the learner; nil if it can.
    func flaw(at now: Moment) -> Phrase? {
        guard id.rawValue > 0 else { return "Its id is not one." }
        guard moment >= Self.earliest else { return "This device's clock is before the year 2000." }
        guard moment.milliseconds <= now.milliseconds + 86_400_000 else {
            return "This device's clock is more than a day ahead."
        }
        guard Self.offsets.contains(offset) else {
            return "This device's time zone is none on earth."
        }
        switch kind {
        case .review(_, let due, let reviews):
            if mode == .browse { return Self.browsing }
            if let due, due.milliseconds > moment.milliseconds + Self.longestPromise {
                return "Its button showed a day that no schedule reaches."
            }
            if let reviews, !(0...Self.mostReviews).contains(reviews) {
                return "No card has had so many reviews."
            }
            return nil
        case .practice:
            return mode == .browse ? Self.browsing : nil
        case .retraction(let target):
            return target == id ? "It takes itself back." : nil
        case .setState:
            return nil
        }
    }

    /// Why this retraction cannot take back that event; nil if it can.
    func flaw(takingBack target: Event) -> Phrase? {
        guard target.note == note, target.face == face else {
            return "What it takes back was said of another card."
        }
        if case .retraction = target.kind {
            return "What is taken back cannot be taken back again."
        }
        return nil
    }
}
