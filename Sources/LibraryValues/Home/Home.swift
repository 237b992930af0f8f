package import Notes

/// What the home page shows.
package struct Home: Hashable, Sendable {
    /// When it was read; it lacks what was saved later.
    package var at: Moment
    /// What there is to study today of all decks together.
    package var today: TodayCounts
    /// What comes next; known only if nothing is left today, and nil if nothing ever comes.
    package var next: NextSession?
    /// Whether *Study more* would deal something; known only if nothing is left today.
    package var hasMore: Bool
    /// All decks by name, including nested ones.
    package var decks: [DeckSummary]
    package var day: StatisticsDay
    /// The days of the last weeks on which something was answered.
    package var days: [Statistics.Day]
    /// The tags in use, by name.
    package var tags: [TagName]

    package init(
        at: Moment,
        today: TodayCounts = TodayCounts(),
        next: NextSession? = nil,
        hasMore: Bool = false,
        decks: [DeckSummary],
        day: StatisticsDay,
        days: [Statistics.Day] = [],
        tags: [TagName] = []
    ) {
        self.at = at
        self.today = today
        self.next = next
        self.hasMore = hasMore
        self.decks = decks
        self.day = day
        self.days = days
        self.tags = tags
    }

    /// How far back the days go, in weeks that begin on Monday, with the present one.
    package static let weeks = 24

    /// How many days the pace is taken from; up to today rather than since Monday, so that a new week does not reset it.
    package static let paceDays = 7

    /// The learner's minutes per card.
    package var pace: Double {
        days.filter { $0.day.number > day.number - Self.paceDays }.pace
    }

    /// Whether nothing was studied yet.
    package var isNew: Bool { decks.allSatisfy { $0.learning + $0.known == 0 } }

    /// The current week, Monday to Sunday, with empty days.
    package var week: [Statistics.Day] {
        let monday = day.number - day.weekday
        return (monday..<monday + 7).map { number in
            let day = StatisticsDay(number: number)
            return days.first { $0.day == day } ?? Statistics.Day(day: day)
        }
    }
}

extension [Statistics.Day] {
    /// Minutes per card, from these days' answers, or typical ones where there are fewer than 20.
    package var pace: Double {
        let answers = reduce(0) { $0 + $1.answers }
        return answers < 20 ? 8.0 / 60 : reduce(0) { $0 + $1.minutes } / Double(answers)
    }
}
