import Languages
import LibraryValues
import Notes
import Recall

/// The stack of cards with the line above it and, where there is room, what the arrow keys do beside it.
struct Table: HTML {
    let deal: Deal
    let settings: StudySettings

    func write(to page: inout HTMLWriter) {
        div(.class("stage-wrap"), .id("table")) {
            StudyLine(deal: deal)
            noscript {
                p(.class("needs-script")) {
                    """
                    Studying needs JavaScript, because every swipe is answered in the browser itself. \
                    Please allow it for this page and reload.
                    """
                }
            }
            div(.class("stage")) {
                ArrowHint(side: .start, meaning: meanings?.left)
                section(.class("deck"), .id("deck"), .ariaLabel("Cards")) {
                    div(.class("under second"), .ariaHidden)
                    div(.class("under"), .ariaHidden)
                    div(.class("scene blank"), .ariaHidden) {
                        div(.class("card")) { div(.class("face front")) }
                    }
                }
                ArrowHint(side: .end, meaning: meanings?.right)
            }
        }.write(to: &page)
    }

    /// What the arrow keys mean.
    private var meanings: (left: Phrase, right: Phrase)? {
        let isRightCorrect = settings.right == .correct
        return switch deal.mode {
        case .browse: ("Previous", "Next")
        case .learn, .race: isRightCorrect ? ("Wrong", "Correct") : ("Correct", "Wrong")
        case .review: isRightCorrect ? ("Again", "Good") : ("Good", "Again")
        case .quiz: nil
        }
    }
}

/// One line of figures above the cards.
private struct StudyLine: HTML {
    let deal: Deal

    func write(to page: inout HTMLWriter) {
        switch deal.mode {
        case .browse:
            break
        case .learn, .quiz:
            div(.class("study-line")) {
                span(.dirAuto) { deal.title }
                span {
                    "Remembered"
                    " "
                    b(.id("score")) { "0/\(deal.total)" }
                }
            }.write(to: &page)
        case .race:
            div(.class("study-line scores")) {
                span {
                    "Score"
                    " "
                    b(.id("score")) { "0" }
                }
                span {
                    "Strikes"
                    " "
                    b(.id("strikes")) { "0" }
                }
                span {
                    "Left (cards)"
                    " "
                    b(.id("left")) { String(deal.total) }
                }
            }.write(to: &page)
        case .review:
            div(.class("study-line")) {
                span(.dirAuto) { deal.title }
                span {
                    b(.id("score")) { String(deal.total) }
                    " "
                    "to go"
                }
            }.write(to: &page)
        }
    }
}

/// The key that does what a swipe to this side does.
private struct ArrowHint: HTML {
    enum Side { case start, end }

    let side: Side
    let meaning: Phrase?

    func write(to page: inout HTMLWriter) {
        guard let meaning else { return }
        switch side {
        case .start:
            div(.class("side-hint start"), .ariaHidden) {
                span(.class("kbd")) { "←" }
                span { meaning }
            }.write(to: &page)
        case .end:
            div(.class("side-hint end"), .ariaHidden) {
                span(.class("kbd")) { "→" }
                span { meaning }
            }.write(to: &page)
        }
    }
}
