import Languages
import LibraryValues
import Recall

/// Links to the modes that practise some decks without changing when their cards come back, unless the learner lets them count.
struct PracticePanel: HTML {
    let source: Source
    /// The modes in which answers count as reviews.
    let counting: Set<Mode>

    func write(to page: inout HTMLWriter) {
        section(.class("practice"), .aria("aria-labelledby", "practice")) {
            div(.class("section-head")) {
                h2(.id("practice")) { "Practice" }
                if counting.isEmpty {
                    span(.class("muted small")) { "Practice never changes your schedule" }
                }
            }
            ul(.class("practice-modes")) {
                Each(Mode.practised) { mode in
                    li {
                        a(.class("practice-mode"), .href(.study(mode, source))) {
                            mode.icon.large
                            b { mode.verb }
                            span(.class("muted small")) { mode.summary }
                        }
                    }
                }
            }
        }.write(to: &page)
    }
}

extension Mode {
    /// The modes that practise, in the order in which they are offered.
    fileprivate static let practised: [Mode] = [.learn, .quiz, .race, .browse]

    var icon: Icon {
        switch self {
        case .browse: .eye
        case .learn: .learn
        case .race: .clock
        case .review: .again
        case .quiz: .quiz
        }
    }

    /// Names no number of cards, because only the session knows how many it has.
    fileprivate var summary: Phrase {
        switch self {
        case .browse: "Look through all cards"
        case .learn: "At your own pace"
        case .race: "Beat the clock"
        case .review: "Today’s reviews"
        case .quiz: "Choose or type answers"
        }
    }
}
