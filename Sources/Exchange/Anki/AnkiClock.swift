internal import JSON
internal import Notes
internal import Recall

/// How an Anki collection counts days: from the day on which it was created.
struct AnkiClock {
    /// The learner's day on which the collection was created: Anki's day 0.
    let firstDay: Int
    /// How far the learner's clock is ahead of UTC, in minutes.
    let offset: Int
    let boundary: DayBoundary

    /// - Parameters:
    ///   - created: In seconds since 1970.
    ///   - here: How far clocks here are ahead of UTC, in minutes, for collections that do not say their own.
    ///   - usual: How many hours after midnight a day begins, for collections that do not say their own.
    init(created: Int64, settings: JSONValue, here: Int, rollover usual: Int) {
        func minutes(_ name: String) -> Int? {
            settings[name]?.whole.flatMap { Event.offsets.contains($0) ? -$0 : nil }
        }
        // Negative before midnight.
        let rollover = settings["rollover"]?.whole.flatMap {
            (-23...23).contains($0) ? ($0 + 24) % 24 : nil
        }
        boundary = DayBoundary(rollover: rollover ?? usual)
        // NB: Not the offset at creation, which may be of another time zone or of daylight saving time.
        offset = minutes("localOffset") ?? here.clamped(to: Event.offsets)
        // With time zones, Anki counts calendar days; before, days began at the hour of the creation.
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

    init(firstDay: Int, offset: Int, rollover: Int) {
        self.firstDay = firstDay
        self.offset = offset
        boundary = DayBoundary(rollover: rollover)
    }

    /// Anki's seconds in milliseconds, limited to 1970 to 2100.
    static func moment(ofSecond second: Int64) -> Int64 {
        min(max(second, 0), 4_102_444_800) * 1_000
    }

    /// When a day of the collection begins, in milliseconds.
    func start(of day: Int64) -> Int64 {
        let day = Int(clamping: day).clamped(to: -100_000...1_000_000)
        return boundary.start(of: firstDay + day, offset: offset)
    }

    /// The collection's day that contains a moment.
    func day(of moment: Int64) -> Int { boundary.day(of: moment, offset: offset) - firstDay }

    func learnersDay(of moment: Int64) -> Int { boundary.day(of: moment, offset: offset) }
}
