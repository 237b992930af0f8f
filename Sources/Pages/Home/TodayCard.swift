import Library
import Recall

/// The card at the head of the home page, with the page's one red button.
struct TodayCard: HTML {
    let today: Today

    func write(to page: inout HTMLWriter) {
        section(.class("today"), .aria("aria-labelledby", "today")) {
            div(.class("today-card")) {
                switch today {
                case .learn(let deck):
                    top(number: deck.notes - deck.remembered) {
                        deck.notes - deck.remembered == 1 ? "card to learn" : "cards to learn"
                    }
                    p(.class("today-parts")) {
                        span(.dirAuto) { b { deck.ownName } }
                        span {
                            deck.remembered == 0
                                ? "not started yet"
                                : "\(grouped(deck.remembered)) of \(grouped(deck.notes)) remembered"
                        }
                    }
                    a(
                        .class("btn btn-primary btn-big btn-wide"),
                        .href(.study(.learn, Source(deck: deck.name)))
                    ) { deck.remembered == 0 ? "Start" : "Go on" }
                case .remembered(let count, let again):
                    top(number: count) { count == 1 ? "card remembered" : "cards remembered" }
                    p(.class("today-parts")) {
                        span { "All of them, the last time you were asked." }
                    }
                    a(
                        .class("btn btn-primary btn-big btn-wide"),
                        .href(.study(.learn, Source(deck: again.name)))
                    ) { "Go through \(again.ownName) again" }
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

    private func top(number: Int, title: () -> String) -> some HTML {
        div(.class("today-top")) {
            h1(.id("today")) {
                span(.class("today-num")) { grouped(number) }
                " "
                span(.class("today-title")) { title() }
            }
            Logo("today-art")
        }
    }
}
