import Languages
import LibraryValues
import Notes
import Recall

/// The card at the top of the home page and of a deck's page, with the page's only primary button.
struct TodayCard: HTML {
    let suggestion: Suggestion
    let clock: MomentFormatter
    /// Minutes per card.
    let pace: Double
    /// What was studied today; not shown if that is nothing.
    var studied: Statistics.Day?
    /// Whether the page has no other main button.
    var isMain = true
    /// What more can be studied of when nothing is left; nil for nothing.
    var more: Source?

    func write(to page: inout HTMLWriter) {
        section(.class("today"), .aria("aria-labelledby", "today")) {
            div(.class("today-card")) {
                switch suggestion {
                case .today(let counts, let source, let name, let decks):
                    top(number: counts.cards, title: "\(counts.cards) cards for today")
                    p(.class("today-parts")) {
                        if let name {
                            span(.dirAuto) { b { deckTitle(name) } }
                        } else if decks > 1 {
                            span { b { "\(decks) decks" } }
                        }
                        if counts.due > 0, counts.new > 0 { span { "\(counts.new) new" } }
                        span { aboutText(minutes: Double(counts.cards) * pace) }
                    }
                    a(
                        isMain
                            ? .class("btn btn-primary btn-big btn-wide")
                            : .class("btn btn-big btn-wide"),
                        .href(.study(.review, source))
                    ) { "Study now" }
                case .done(let counts, let next):
                    title(counts.backLater > 0 ? "Done for now" : "Done for today")
                    p(.class("today-parts")) {
                        if let text = clock.backText(counts) { span { b { text } } }
                        if let studied, studied.answers > 0 {
                            span {
                                "\(studied.answers) answers today, \(durationText(minutes: studied.minutes))"
                            }
                        }
                        // What comes back today would be counted again: unanswered, it is still there on that day.
                        if let next, counts.backLater == 0 {
                            span {
                                text(for: next)
                                if next.new > 0 { " (\("\(next.new) new" as Phrase))" }
                            }
                        }
                    }
                    // The session says at its end what more there is.
                    if let more {
                        a(.class("btn btn-wide"), .href(.study(.review, more))) { "Study more" }
                    }
                case .nothing:
                    title("No cards here yet")
                    p(.class("today-parts")) {
                        span { "Add cards of your own, import some, or take a starter deck." }
                    }
                }
            }
            div(.class("under second"), .ariaHidden)
            div(.class("under"), .ariaHidden)
        }.write(to: &page)
    }

    /// `about 4 min`, but `under a minute`.
    private func aboutText(minutes: Double) -> Phrase {
        let text = durationText(minutes: minutes)
        return minutes.rounded() < 1 ? text : "about \(text)"
    }

    /// How many cards come next, and on which day.
    private func text(for next: NextSession) -> Phrase {
        next.isTomorrow
            ? "\(next.cards) cards tomorrow"
            : "\(next.cards) cards on \(MomentFormatter.date(next.day))"
    }

    private func title(_ words: Phrase) -> some HTML {
        div(.class("today-top")) {
            h1(.id("today")) { span(.class("today-title")) { words } }
            Logo("today-art")
        }
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

extension MomentFormatter {
    /// How many cards come back later today, and when; nil if none do.
    func backText(_ counts: TodayCounts) -> Phrase? {
        counts.nextBack.map { "\(counts.backLater) cards come back at \(clockText(for: $0))" }
    }
}
