import Languages
import Notes
import Recall

/// The buttons of a review: first the one that shows the answer, then the grades, each with when the card comes back.
struct Grades: HTML {
    let settings: StudySettings

    func write(to page: inout HTMLWriter) {
        div(.class("answers")) {
            div(.class("answers-in is-alone"), .id("answers")) { ShowAnswer() }
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
        if settings.twoButtons {
            p(.class("vh"), .id("d-wrong")) { "Mark your answer as being incorrect." }
                .write(to: &page)
            p(.class("vh"), .id("d-right")) { "Mark your answer as being correct." }
                .write(to: &page)
        }
    }
}

/// One grade, whose name is the grade alone.
///
/// When the card comes back is told as its description.
private struct GradeButton: HTML {
    let grade: Grade
    let isOneOfTwo: Bool

    func write(to page: inout HTMLWriter) {
        button(.class(looks), .id(id), .type("button"), .aria("aria-describedby", description)) {
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
        span(.id(due), .hidden).write(to: &page)
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

    private var looks: StaticString {
        switch grade {
        case .again: "btn grade wrong"
        case .hard: "btn grade hard"
        case .good: "btn grade right"
        case .easy: "btn grade easy"
        }
    }

    private var id: StaticString {
        switch grade {
        case .again: "grade-1"
        case .hard: "grade-2"
        case .good: "grade-3"
        case .easy: "grade-4"
        }
    }

    private var due: StaticString {
        switch grade {
        case .again: "due-1"
        case .hard: "due-2"
        case .good: "due-3"
        case .easy: "due-4"
        }
    }

    private var description: StaticString {
        switch grade {
        case .again: isOneOfTwo ? "d-wrong due-1" : "due-1"
        case .hard: "due-2"
        case .good: isOneOfTwo ? "d-right due-3" : "due-3"
        case .easy: "due-4"
        }
    }
}
