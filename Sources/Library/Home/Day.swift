internal import Notes
internal import Recall

/// A day of the learner's local time, from one rollover to the next.
struct Day: Hashable {
    /// Days since 1 January 1970.
    let number: Int

    init(number: Int) { self.number = number }

    /// The week of this day, Monday to Sunday.
    var week: [Day] {
        // 1 January 1970 was a Thursday.
        let monday = number - ((number + 3) % 7 + 7) % 7
        return (monday..<monday + 7).map { Day(number: $0) }
    }
}

extension [Day] {
    /// All moments that belong to these consecutive days in any time zone.
    func moments(_ boundary: DayBoundary) -> Range<Moment> {
        let offsets = Event.offsets
        let start = boundary.start(of: first?.number ?? 0, offset: offsets.upperBound)
        let end = boundary.start(of: (last?.number ?? 0) + 1, offset: offsets.lowerBound)
        return Moment(milliseconds: start)..<Moment(milliseconds: end)
    }
}
