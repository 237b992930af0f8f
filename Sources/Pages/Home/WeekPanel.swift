import Languages
import LibraryValues

/// The days of this week: a filled leaf for each day of study, an outlined one for the others.
struct WeekPanel: HTML {
    let week: [Statistics.Day]
    let today: StatisticsDay

    func write(to page: inout HTMLWriter) {
        let answers = week.reduce(0) { $0 + $1.answers }
        let minutes = week.reduce(0) { $0 + $1.minutes }
        section(.class("home-week"), .aria("aria-labelledby", "week")) {
            div(.class("section-head")) {
                h2(.id("week")) { "This week" }
                span(.class("muted small")) {
                    answers == 0
                        ? "Answer a card to grow your first leaf"
                        : "\(answers) answers, \(durationText(minutes: minutes))"
                }
            }
            div(.class("panel")) {
                ul(.class("week")) { Each(week) { Leaf(day: $0, isToday: $0.day == today) } }
            }
        }.write(to: &page)
    }
}

private struct Leaf: HTML {
    let day: Statistics.Day
    let isToday: Bool

    func write(to page: inout HTMLWriter) {
        let weekday = weekdays[day.day.weekday]
        li(.text("aria-current", isToday ? "date" : nil)) {
            drawing(day.answers > 0 ? "leafdot" : "seed")
            span(.ariaHidden) { initial(of: weekday) }
            span(.class("vh")) {
                weekday
                if isToday { ", \("today" as Phrase)" }
                if day.answers > 0 { ", \("\(day.answers) answers" as Phrase)" }
            }
        }.write(to: &page)
    }

    @HTMLBuilder private func drawing(_ name: StaticString) -> some HTML {
        Markup(#"<svg viewBox="0 0 32 32" aria-hidden="true"><path class=""#)
        Markup(name)
        Markup(#"" d="M6 26C5 14 12 6 26 6c1 13-7 20-20 20Z"/></svg>"#)
    }
}

/// From Monday to Sunday.
let weekdays: [Phrase] = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
]

/// The weekday of a day, counted from 1 January 1970, which was a Thursday.
func weekday(of day: Int) -> Phrase { weekdays[StatisticsDay(number: day).weekday] }

func initial(of weekday: Phrase) -> String {
    // A test language begins with a control character.
    weekday.description.first { $0.isLetter }?.uppercased() ?? ""
}
