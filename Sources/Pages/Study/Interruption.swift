import Languages

/// What stands in place of the cards when the session cannot go on in this tab.
struct Interruption: HTML {
    func write(to page: inout HTMLWriter) {
        section(
            .class("interruption"),
            .id("elsewhere"),
            .aria("aria-labelledby", "elsewhere-title"),
            .hidden
        ) {
            Logo("plain-art")
            h2(.id("elsewhere-title"), .tabindex(-1)) { "This session goes on in another tab" }
            p(.class("muted")) { "Nothing is lost. You can go on with it here instead." }
            button(.class("btn btn-primary btn-big btn-wide"), .id("here"), .type("button")) {
                "Continue here"
            }
            a(.class("btn btn-wide"), .href(.home)) { "Go to your decks" }
        }.write(to: &page)
        section(
            .class("interruption"),
            .id("failure"),
            .aria("aria-labelledby", "failure-title"),
            .hidden
        ) {
            Logo("plain-art")
            h2(.id("failure-title"), .tabindex(-1)) { "The cards could not be laid" }
            p(.class("muted")) { "Reload the page to try again. Answers given before are safe." }
            button(.class("btn btn-primary btn-big btn-wide"), .id("reload"), .type("button")) {
                "Reload"
            }
            a(.class("btn btn-wide"), .href(.home)) { "Go to your decks" }
        }.write(to: &page)
    }
}

/// What lies over a race whose clock stands: the cards are hidden, so that nobody studies them meanwhile.
struct PauseRoom: HTML {
    func write(to page: inout HTMLWriter) {
        section(
            .class("interruption"),
            .id("pause-panel"),
            .aria("aria-labelledby", "pause-title"),
            .hidden
        ) {
            Logo("plain-art")
            h2(.id("pause-title")) { "Paused" }
            p(.class("muted"), .id("pause-words"))
            button(.class("btn btn-primary btn-big btn-wide"), .id("resume"), .type("button")) {
                "Go on"
            }
            a(.class("btn btn-wide"), .href(.home)) { "Go to your decks" }
        }.write(to: &page)
    }
}

/// What a review shows while all that is left of it waits for its next step.
struct WaitRoom: HTML {
    func write(to page: inout HTMLWriter) {
        section(
            .class("interruption"),
            .id("wait-panel"),
            .aria("aria-labelledby", "wait-title"),
            .hidden
        ) {
            Logo("plain-art")
            h2(.id("wait-title"), .tabindex(-1))
            p(.class("muted"), .id("wait-words"))
            button(.class("btn btn-primary btn-big btn-wide"), .id("show-now"), .type("button")) {
                "Show it now"
            }
            a(.class("btn btn-wide"), .href(.home)) { "Done for now" }
        }.write(to: &page)
    }
}
