internal import Library
internal import Notes
internal import Recall
internal import SQLite

/// An entry of Anki's review log.
struct AnkiLogEntry: Equatable {
    /// When it happened, in milliseconds since 1970; what Anki knows it by.
    var moment: Int64
    var button: Int64
    /// In days, or in seconds where it is below 0.
    var interval: Int64
    var intervalBefore: Int64
    var factor: Int64
    var duration: Int64
    var type: Int64

    /// Reads the columns id, ease, ivl, lastIvl, factor, time, type.
    init(_ row: borrowing Row) {
        moment = row.int64(0)
        button = row.int64(1)
        interval = row.int64(2)
        intervalBefore = row.int64(3)
        factor = row.int64(4)
        duration = row.int64(5)
        type = row.int64(6)
    }

    /// Whether a card was answered.
    var isAnswer: Bool { (1...4).contains(button) }

    /// The years that calendars of learners know.
    static let moments = 946_684_800_000...Int64(4_102_444_800_000)

    /// What it says, as an entry of our log; nil where it says nothing that can be told.
    func event(_ clock: AnkiClock) -> CollectionEvent? {
        guard Self.moments.contains(moment), let kind = kind(clock) else { return nil }
        return CollectionEvent(
            moment: Moment(milliseconds: moment),
            offset: clock.offset,
            kind: kind,
            duration: Int(clamping: duration),
            extras: "[\(interval),\(intervalBefore),\(factor),\(type)]"
        )
    }

    private func kind(_ clock: AnkiClock) -> Event.Kind? {
        guard let kind = AnkiReview.Kind(rawValue: UInt8(clamping: type)) else { return nil }
        let review = AnkiReview(
            kind: kind,
            button: UInt8(clamping: button),
            factor: Int(clamping: factor)
        )
        switch review.meaning {
        case .review(let grade, _): return .review(grade, due: due(clock))
        case .practice:
            return Grade(rawValue: UInt8(clamping: button)).map(Event.Kind.practice)
        case .reset: return .setState(.reset)
        // What says no date has one of its own as long as nothing follows; then that counts.
        case nil: return .setState(.redated(due(clock) ?? Moment(milliseconds: moment)))
        default: return nil
        }
    }

    /// When the card was to come back.
    private func due(_ clock: AnkiClock) -> Moment? {
        guard interval != 0 else { return nil }
        guard interval > 0 else {
            return Moment(milliseconds: moment - max(interval, -31_536_000) * 1_000)
        }
        let day = Int64(clock.day(of: moment)) + min(interval, 36_500)
        return Moment(milliseconds: clock.start(of: day))
    }
}
