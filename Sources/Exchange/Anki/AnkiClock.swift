internal import Recall

/// How a collection of Anki's counts its days: from the day on which it was made.
struct AnkiClock {
    /// The learner's day on which the collection was made; Anki's day 0.
    let firstDay: Int
    /// Minutes that the learner's clock is ahead of UTC.
    let offset: Int
    /// When a day ends.
    let boundary: DayBoundary

    /// Reads what a collection says of it.
    ///
    /// - Parameters:
    ///   - created: When the collection was made, in seconds since 1970.
    ///   - settings: The collection's.
    ///   - here: Minutes that clocks here are ahead of UTC; most collections do not say where their learner is.
    ///   - usual: How many hours after midnight days begin here, for collections that do not say when theirs do.
    init(created: Int64, settings: JSONValue, here: Int, rollover usual: Int) {
        func minutes(_ name: String) -> Int? {
            settings[name]?.whole.map { -$0 }.flatMap { (-1_080...1_080).contains($0) ? $0 : nil }
        }
        let rollover = settings["rollover"]?.whole.map { $0 < 0 ? $0 + 24 : $0 }
        boundary = DayBoundary(rollover: rollover ?? usual)
        // NB: Not where the collection was made: that may be another zone by now, or the other half of the year.
        offset = minutes("localOffset") ?? here
        // Since Anki knows of zones, it is the day of the calendar; before, days began at the hour of the first.
        firstDay =
            if let creation = minutes("creationOffset") {
                DayBoundary(rollover: 0).day(
                    of: Self.moment(ofSecond: created),
                    offset: creation
                )
            } else {
                boundary.day(of: Self.moment(ofSecond: created), offset: here)
            }
    }

    /// A clock for a collection that is being made, whose first day is given.
    init(firstDay: Int, offset: Int, rollover: Int) {
        self.firstDay = firstDay
        self.offset = offset
        boundary = DayBoundary(rollover: rollover)
    }

    /// A moment that Anki keeps in seconds, in milliseconds, from 1970 to 2100.
    static func moment(ofSecond second: Int64) -> Int64 {
        min(max(second, 0), 4_102_444_800) * 1_000
    }

    /// When one of the collection's days begins, in milliseconds.
    func start(of day: Int64) -> Int64 {
        let day = max(-100_000, min(day, 1_000_000))
        return boundary.start(of: firstDay + Int(day), offset: offset)
    }

    /// The collection's day in which a moment lies.
    func day(of moment: Int64) -> Int { boundary.day(of: moment, offset: offset) - firstDay }

    /// The learner's day in which a moment lies.
    func learnersDay(of moment: Int64) -> Int { boundary.day(of: moment, offset: offset) }
}
