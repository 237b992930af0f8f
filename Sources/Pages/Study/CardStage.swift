import Languages
import LibraryValues
import Notes
import Recall

/// The stack of cards, with a line of figures above it and, on wide screens, hints about the arrow keys beside it.
struct CardStage: HTML {
    let deal: Deal
    let settings: StudySettings

    func write(to page: inout HTMLWriter) {
        div(.class("stage-wrap"), .id("table")) {
            StudyLine(deal: deal)
            noscript {
                p(.class("needs-script")) {
                    """
                    Studying needs JavaScript, because the browser itself responds to every swipe. \
                    Allow it for this page, then reload.
                    """
                }
            }
            div(.class("stage")) {
                ArrowHint(key: "←", classes: "side-hint start", meaning: meanings?.left)
                section(.class("deck"), .id("deck"), .ariaLabel("Cards")) {
                    div(.class("under second"), .ariaHidden)
                    div(.class("under"), .ariaHidden)
                    div(.class("scene blank"), .ariaHidden) {
                        div(.class("card")) { div(.class("face front")) }
                    }
                }
                ArrowHint(key: "→", classes: "side-hint end", meaning: meanings?.right)
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
                figure("Score", 0, id: "score")
                figure("Strikes", 0, id: "strikes")
                figure("Left (cards)", deal.total, id: "left")
            }.write(to: &page)
        case .review:
            div(.class("study-line")) {
                span(.dirAuto) { deal.title }
                span {
                    b(.id("score")) { String(deal.total - deal.waiting) }
                    " "
                    "to go"
                }
            }.write(to: &page)
        }
    }

    private func figure(_ name: Phrase, _ number: Int, id: StaticString) -> some HTML {
        span {
            name
            " "
            b(.id(id)) { String(number) }
        }
    }
}

/// What an arrow key does, on the side of the swipe that does the same.
private struct ArrowHint: HTML {
    let key: String
    let classes: StaticString
    let meaning: Phrase?

    func write(to page: inout HTMLWriter) {
        guard let meaning else { return }
        div(.class(classes), .ariaHidden) {
            span(.class("kbd")) { key }
            span { meaning }
        }.write(to: &page)
    }
}
