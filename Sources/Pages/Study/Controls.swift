import Languages
import LibraryValues
import Notes
import Recall

/// The buttons below the cards, which do everything that gestures do.
struct Controls: HTML {
    let deal: Deal
    let settings: StudySettings

    private var mode: Mode { deal.mode }

    func write(to page: inout HTMLWriter) {
        div(.class("controls"), .id("controls"), .inert) {
            div(.class("pick")) {
                p(.id("hint")) { hint }
                p(.id("taken"), .hidden) {
                    span()
                    button(.class("link"), .type("button")) { "Undo" }
                }
                if mode == .review {
                    p(.id("ask"), .hidden) { "How well did you remember it?" }
                    p(.id("meet"), .hidden) {
                        "New card. You’ll be asked in a moment."
                    }
                }
                UnsentAnswersNotice()
            }
            switch mode {
            case .browse: Pager()
            case .learn, .race: AnswerButtons(isRightCorrect: settings.right == .correct)
            case .review: GradeButtons(settings: settings)
            case .quiz: QuizControls(choices: choices)
            }
        }.write(to: &page)
    }

    /// How many answers a quiz offers for most cards.
    private var choices: Int {
        settings.quiz == .typed ? 0 : min(deal.cards.count + deal.others.count, 4)
    }

    private var hint: Phrase {
        switch (mode, settings.right) {
        case (.browse, _): "Nothing is recorded."
        case (.learn, .correct), (.race, .correct):
            "Swipe right if you remembered it, left if you didn’t."
        case (.learn, .wrong), (.race, .wrong):
            "Swipe left if you remembered it, right if you didn’t."
        case (.review, _): "Think of the answer, then look."
        case (.quiz, _): ""
        }
    }
}

/// Wrong, Show answer, Correct, in the order of the swipes that mean the same.
private struct AnswerButtons: HTML {
    let isRightCorrect: Bool

    func write(to page: inout HTMLWriter) {
        div(.class("answers")) {
            div(
                isRightCorrect ? .class("answers-in") : .class("answers-in is-turned"),
                .id("answers")
            ) {
                ShowAnswer()
                button(
                    .class("btn grade wrong"),
                    .id("wrong"),
                    .type("button"),
                    .aria("aria-describedby", "d-wrong")
                ) {
                    Icon.cross.large
                    "Wrong"
                }
                button(
                    .class("btn grade right"),
                    .id("right"),
                    .type("button"),
                    .aria("aria-describedby", "d-right")
                ) {
                    Icon.check.large
                    "Correct"
                }
            }
        }.write(to: &page)
        GradeDescriptions().write(to: &page)
    }
}

/// What the buttons for wrong and correct answers do, for screen readers.
struct GradeDescriptions: HTML {
    func write(to page: inout HTMLWriter) {
        p(.class("vh"), .id("d-wrong")) { "Mark your answer as being incorrect." }.write(to: &page)
        p(.class("vh"), .id("d-right")) { "Mark your answer as being correct." }.write(to: &page)
    }
}

struct ShowAnswer: HTML {
    func write(to page: inout HTMLWriter) {
        button(.class("btn btn-primary btn-big show"), .id("show"), .type("button")) {
            "Show answer"
            span(.class("kbd"), .ariaHidden) { "Space" }
        }.write(to: &page)
    }
}

/// Buttons to the previous and next card, and the position among the cards.
private struct Pager: HTML {
    func write(to page: inout HTMLWriter) {
        div(.class("pager")) {
            button(.class("btn"), .id("previous"), .type("button"), .ariaLabel("Previous card")) {
                Icon.back.large
            }
            p(.id("position"), .role("status"))
            button(.class("btn"), .id("next"), .type("button"), .ariaLabel("Next card")) {
                Icon.next.large
            }
        }.write(to: &page)
    }
}
