import Languages
import Recall

/// What a session shows after the last card: how much was remembered, and what to do next.
struct EndScreen: HTML {
    let mode: Mode
    let next: Route

    func write(to page: inout HTMLWriter) {
        section(.class("finish"), .id("finish"), .aria("aria-labelledby", "finish-title"), .hidden)
        {
            div(.class("finish-head")) {
                Self.art
                h2(.id("finish-title"), .tabindex(-1))
                p(.class("muted"), .id("finish-words"))
            }
            dl(.class("panel tallies")) {
                tally("remembered", id: "tally-remembered")
                tally(mode == .race ? "missed" : "to see again", id: "tally-missed")
                if mode == .review { tally("for tomorrow", id: "tally-tomorrow") }
            }
            div(.class("finish-actions")) {
                if mode == .race {
                    button(
                        .class("btn btn-primary btn-big btn-wide"),
                        .id("start-again"),
                        .type("button")
                    ) {
                        Icon.again.small
                        "Start again"
                    }
                }
                button(
                    .class("btn btn-primary btn-big btn-wide"),
                    .id("go-on"),
                    .type("button"),
                    .hidden
                ) {}
                a(
                    mode == .race
                        ? .class("btn btn-wide") : .class("btn btn-primary btn-big btn-wide"),
                    .id("done"),
                    .href(next)
                ) { next == .home ? "Done" : "Continue" }
                button(.class("btn btn-wide"), .id("retry"), .type("button"), .hidden) {
                    Icon.again.small
                    span()
                }
                if mode == .review { ExtraButtons() }
            }
            list(titles.remembered, id: "remembered")
            list(titles.missed, id: "missed")
            template(.id("row")) {
                li(.class("gain")) {
                    b(.dirAuto)
                    span(.class("muted"), .dirAuto)
                    span(.class("to"), .hidden) {
                        span()
                        Icon.arrow.small
                        span(.class("vh")) { " \("to" as Phrase) " }
                        strong()
                    }
                }
            }
        }.write(to: &page)
    }

    private var titles: (remembered: Phrase, missed: Phrase) {
        switch mode {
        case .browse, .learn, .quiz: ("Remembered", "Cards to review again")
        case .race: ("What went well", "Cards to look at again")
        case .review: ("Now remembered for", "Again soon")
        }
    }

    private func tally(_ name: Phrase, id: StaticString) -> some HTML {
        div {
            dt { name }
            dd(.id(id)) { "0" }
        }
    }

    private func list(_ name: Phrase, id: StaticString) -> some HTML {
        section(.id(id), .hidden) {
            div(.class("section-head")) { h2 { name } }
            ul(.class("rows"))
        }
    }

    private static let art = Markup(
        """
        <svg class="finish-art" viewBox="0 0 272 168" aria-hidden="true"><g class="finish-cards">\
        <rect x="54" y="52" width="82" height="102" rx="18" transform="rotate(-14 95 103)"/>\
        <rect x="136" y="52" width="82" height="102" rx="18" transform="rotate(14 177 103)"/></g>\
        <g transform="translate(76 14) scale(2)"><use href="#logo" width="60" height="64"/></g>\
        <g class="falling"><path d="M34 44c-1-9 4-15 14-15 1 9-5 15-14 15Z"/>\
        <path d="M232 30c-9 1-15-4-15-14 9-1 15 5 15 14Z" opacity=".75"/>\
        <path d="M18 104c0-7 4-11 11-11 0 7-4 11-11 11Z" opacity=".55"/>\
        <path d="M248 112c-7 0-11-4-11-11 7 0 11 4 11 11Z" opacity=".55"/></g>\
        <g class="seeds"><circle cx="22" cy="72" r="4"/><circle cx="252" cy="66" r="5"/>\
        <circle cx="62" cy="16" r="3.500"/><circle cx="206" cy="44" r="3"/></g></svg>
        """
    )
}

/// Buttons that add cards beyond today's to a review; the page's script shows those for which there are cards.
struct ExtraButtons: HTML {
    func write(to page: inout HTMLWriter) {
        for extra in ["new", "ahead"] {
            button(
                .class("btn btn-wide"),
                .text("data-extra", extra),
                .type("button"),
                .hidden
            ) {}.write(to: &page)
        }
    }
}
