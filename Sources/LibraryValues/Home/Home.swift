package import Notes

/// What the home page shows.
package struct Home: Hashable, Sendable {
    /// When it was read; it lacks what was saved later.
    package var at: Moment
    /// What there is to study today of all decks together.
    package var today: TodayCounts
    /// What comes next; known only if nothing is left today, and nil if nothing ever comes.
    package var next: NextSession?
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
        decks: [DeckSummary],
        day: StatisticsDay,
        days: [Statistics.Day] = [],
        tags: [TagName] = []
    ) {
        self.at = at
        self.today = today
        self.next = next
        self.decks = decks
        self.day = day
        self.days = days
        self.tags = tags
    }

    /// How far back the days go, in weeks that begin on Monday, with the present one.
    package static let weeks = 24

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
