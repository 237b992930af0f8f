import Languages
import Notes
import Recall

/// The buttons of a review: first the one that shows the answer, then the grades with their intervals.
struct GradeButtons: HTML {
    let settings: StudySettings

    func write(to page: inout HTMLWriter) {
        div(.class("answers")) {
            div(.class("answers-in is-alone"), .id("answers")) { ShowAnswer() }
            div(.class("answers-in is-alone"), .id("introduction"), .hidden) {
                button(.class("btn btn-primary btn-big show"), .id("got-it"), .type("button")) {
                    "Got it"
                    span(.class("kbd"), .ariaHidden) { "Space" }
                }
            }
            div(
                .class("grades"),
                .id("grades"),
                .role("group"),
                .aria("aria-labelledby", "ask"),
                .hidden
            ) {
                div(settings.twoButtons ? .class("grades-in two") : .class("grades-in")) {
                    Each(settings.twoButtons ? [Grade.again, .good] : Grade.allCases) { grade in
                        GradeButton(grade: grade, isOneOfTwo: settings.twoButtons)
                    }
                }
            }
        }.write(to: &page)
        if settings.twoButtons { GradeDescriptions().write(to: &page) }
    }
}

/// A button for a grade; for screen readers the interval is its description, not part of its name.
private struct GradeButton: HTML {
    let grade: Grade
    let isOneOfTwo: Bool

    func write(to page: inout HTMLWriter) {
        let due = "due-\(grade.rawValue)"
        let description = isOneOfTwo ? (grade == .again ? "d-wrong " : "d-right ") : ""
        button(
            .class(classes),
            .text("id", "grade-\(grade.rawValue)"),
            .type("button"),
            .text("aria-describedby", description + due)
        ) {
            span(.class("name")) {
                icon.large
                name
            }
            span(.class("interval"), .ariaHidden) {
                span(.class("dot")) { " · " }
                small(.class("in"))
            }
            span(.class("kbd"), .ariaHidden) { String(grade.rawValue) }
        }.write(to: &page)
        span(.text("id", due), .hidden).write(to: &page)
    }

    private var name: Phrase {
        switch grade {
        case .again: isOneOfTwo ? "Wrong" : "Again"
        case .hard: "Hard"
        case .good: isOneOfTwo ? "Correct" : "Good"
        case .easy: "Easy"
        }
    }

    private var icon: Icon {
        switch grade {
        case .again: isOneOfTwo ? .cross : .again
        case .hard: .hill
        case .good: .check
        case .easy: .checks
        }
    }

    private var classes: StaticString {
        switch grade {
        case .again: "btn grade wrong"
        case .hard: "btn grade hard"
        case .good: "btn grade right"
        case .easy: "btn grade easy"
        }
    }
}
