import Languages
import LibraryValues
import Notes
import Recall

/// The card at the top of the home page, with the page's only primary button.
struct SuggestionCard: HTML {
    let suggestion: Suggestion
    let week: [StudyDay]

    func write(to page: inout HTMLWriter) {
        section(.class("today"), .aria("aria-labelledby", "today")) {
            div(.class("today-card")) {
                switch suggestion {
                case .today(let due, let new, let decks):
                    top(number: due + new, title: "\(due + new) cards for today")
                    p(.class("today-parts")) {
                        span(.dirAuto) {
                            b {
                                decks.count == 1
                                    ? Phrase(verbatim: decks[0].name) : "\(decks.count) decks"
                            }
                        }
                        if due > 0, new > 0 { span { "\(new) new" } }
                        span { "about \(durationText(milliseconds: (due + new) * pace))" }
                    }
                    link(.review, Source(decks: decks.map(\.name)), "Study now")
                case .done(let practice):
                    div(.class("today-top")) {
                        h1(.id("today")) { span(.class("today-title")) { "Done for today" } }
                        Logo("today-art")
                    }
                    p(.class("today-parts")) {
                        span { "Nothing is due, and no new cards are left for today." }
                    }
                    link(.learn, Source(deck: practice.name), "Practice \(practice.name)")
                case .nothing:
                    div(.class("today-top")) {
                        h1(.id("today")) { span(.class("today-title")) { "No cards here yet" } }
                        Logo("today-art")
                    }
                    p(.class("today-parts")) {
                        span { "Decks show up here as soon as there are some." }
                    }
                }
            }
            div(.class("under second"), .ariaHidden)
            div(.class("under"), .ariaHidden)
        }.write(to: &page)
    }

    private func link(_ mode: Mode, _ source: Source, _ label: Phrase) -> some HTML {
        a(.class("btn btn-primary btn-big btn-wide"), .href(.study(mode, source))) { label }
    }

    /// Milliseconds per card, from this week's answers, or typical ones where there are fewer than 20.
    private var pace: Int {
        let answers = week.reduce(0) { $0 + $1.answers }
        return answers < 20 ? 8_000 : week.reduce(0) { $0 + $1.milliseconds } / answers
    }

    /// The title with its number set apart, wherever the language puts it.
    private func top(number: Int, title: Phrase) -> some HTML {
        let figure = grouped(number)
        let words = title.description
        let range = words.firstRange(of: figure) ?? words.startIndex..<words.startIndex
        let (before, after) = (words[..<range.lowerBound], words[range.upperBound...])
        return div(.class("today-top")) {
            h1(.id("today")) {
                if !before.isEmpty { span(.class("today-title")) { before.trimmed } }
                " "
                span(.class("today-num")) { figure }
                " "
                span(.class("today-title")) { after.trimmed }
            }
            Logo("today-art")
        }
    }
}
