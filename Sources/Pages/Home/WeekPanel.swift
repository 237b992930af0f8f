import Languages
import LibraryValues

/// The days of this week: a leaf for each that was studied, and only a drawn one for the others.
struct WeekPanel: HTML {
    let week: [StudyDay]

    func write(to page: inout HTMLWriter) {
        let answers = week.reduce(0) { $0 + $1.answers }
        let milliseconds = week.reduce(0) { $0 + $1.milliseconds }
        section(.class("home-week"), .aria("aria-labelledby", "week")) {
            div(.class("section-head")) {
                h2(.id("week")) { "This week" }
                span(.class("muted small")) {
                    answers == 0
                        ? "Your first leaf is waiting"
                        : "\(answers) answers, \(spoken(milliseconds: milliseconds))"
                }
            }
            div(.class("panel")) {
                ul(.class("week")) { Each(zip(week, weekdays)) { Leaf(day: $0, weekday: $1) } }
            }
        }.write(to: &page)
    }
}

private struct Leaf: HTML {
    let day: StudyDay
    let weekday: Phrase

    func write(to page: inout HTMLWriter) {
        li(.text("aria-current", day.isToday ? "date" : nil)) {
            if day.answers > 0 {
                Markup(
                    #"<svg viewBox="0 0 32 32" aria-hidden="true"><path class="leafdot" d="M6 26C5 14 12 6 26 6c1 13-7 20-20 20Z"/></svg>"#
                )
            } else {
                Markup(
                    #"<svg viewBox="0 0 32 32" aria-hidden="true"><path class="seed" d="M6 26C5 14 12 6 26 6c1 13-7 20-20 20Z"/></svg>"#
                )
            }
            span(.ariaHidden) { weekday.description.prefix(1).uppercased() }
            span(.class("vh")) {
                weekday
                if day.isToday { ", \("today" as Phrase)" }
                if day.answers > 0 { ", \("\(day.answers) answers" as Phrase)" }
            }
        }.write(to: &page)
    }
}

private let weekdays: [Phrase] = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
]
