internal import Notes

/// A day as a learner's own clock shows it.
struct Day: Hashable {
    /// Days since 1 January 1970.
    let number: Int

    init(number: Int) { self.number = number }

    /// The day of a moment where the clock is so many minutes ahead of UTC.
    init(_ moment: Moment, offset minutes: Int) {
        let local = Int(moment.milliseconds) + minutes * 60_000
        let (days, rest) = local.quotientAndRemainder(dividingBy: 86_400_000)
        number = rest < 0 ? days - 1 : days
    }

    /// The seven days, Monday to Sunday, that this one is among.
    var week: [Day] {
        // 1 January 1970 was a Thursday.
        let monday = number - ((number + 3) % 7 + 7) % 7
        return (monday..<monday + 7).map { Day(number: $0) }
    }
}

extension [Day] {
    /// All moments that may lie on these days, which follow one another, somewhere on earth.
    var moments: Range<Moment> {
        let offsets = Event.offsets
        let start = ((first?.number ?? 0) * 1_440 - offsets.upperBound) * 60_000
        let end = (((last?.number ?? 0) + 1) * 1_440 - offsets.lowerBound) * 60_000
        return Moment(milliseconds: Int64(start))..<Moment(milliseconds: Int64(end))
    }
}
