internal import LibraryValues
internal import Notes
internal import Recall
internal import SQLite

/// An entry of Anki's review log, compact because a million are in memory at once.
struct AnkiLogEntry: Equatable {
    /// In milliseconds since 1970; also its id in Anki.
    var moment: Int64
    /// In days, or in seconds where negative.
    var interval: Int32
    var intervalBefore: Int32
    var factor: UInt32
    var duration: UInt32
    var button: UInt8
    var type: UInt8

    /// Reads the columns id, ease, ivl, lastIvl, factor, time, type.
    init(_ row: borrowing Row) {
        moment = row.int64(0)
        button = UInt8(clamping: row.int64(1))
        interval = Int32(clamping: row.int64(2))
        intervalBefore = Int32(clamping: row.int64(3))
        factor = UInt32(clamping: row.int64(4))
        duration = UInt32(clamping: row.int64(5))
        type = UInt8(clamping: row.int64(6))
    }

    var isAnswer: Bool { (1...4).contains(button) }

    /// From 2000 to 2100.
    static let moments = 946_684_800_000...Int64(4_102_444_800_000)

    /// The entry as an event; nil where it has no equivalent.
    func event(_ clock: AnkiClock) -> ImportEvent? {
        guard Self.moments.contains(moment), let kind = kind(clock) else { return nil }
        return ImportEvent(
            moment: Moment(milliseconds: moment),
            offset: clock.offset,
            kind: kind,
            duration: Int(clamping: duration),
            extras: "[\(interval),\(intervalBefore),\(factor),\(type)]"
        )
    }

    private func kind(_ clock: AnkiClock) -> Event.Kind? {
        guard let kind = AnkiReview.Kind(rawValue: type) else { return nil }
        let review = AnkiReview(
            kind: kind,
            button: button,
            factor: Int(clamping: factor)
        )
        switch review.eventKind {
        case .review(let grade, _): return .review(grade, due: due(clock))
        case .practice:
            return Grade(rawValue: button).map(Event.Kind.practice)
        case .reset: return .setState(.reset)
        // NB: Without a date, the moment stands in until the card's own due date replaces it.
        case nil: return .setState(.redated(due(clock) ?? Moment(milliseconds: moment)))
        default: return nil
        }
    }

    private func due(_ clock: AnkiClock) -> Moment? {
        guard interval != 0 else { return nil }
        guard interval > 0 else {
            return Moment(
                milliseconds: moment - Int64(clamping: max(interval, -31_536_000)) * 1_000
            )
        }
        let day = Int64(clamping: clock.day(of: moment)) + Int64(clamping: min(interval, 36_500))
        return Moment(milliseconds: clock.start(of: day))
    }
}
