import Languages
import LibraryValues

/// The last weeks as a heat map, which leads to the statistics.
struct RecentDaysPanel: HTML {
    let days: [Statistics.Day]
    let today: StatisticsDay

    func write(to page: inout HTMLWriter) {
        section(.class("recent-days"), .aria("aria-labelledby", "recent-days")) {
            div(.class("section-head")) {
                h2(.id("recent-days")) { "The last weeks" }
                a(.class("small"), .href(.statistics())) { "Statistics" }
            }
            div(.class("panel")) {
                p(.class("small muted")) { "\(days.count) days of study in \(Home.weeks) weeks" }
                HeatMap(days: days, today: today, weeks: Home.weeks)
            }
        }.write(to: &page)
    }
}
