import Languages

/// The home page's notice, while the server cannot be reached, of the decks that can be reviewed offline.
struct Unreachable: HTML {
    func write(to page: inout HTMLWriter) {
        section(
            .class("unreachable"),
            .id("unreachable"),
            .aria("aria-labelledby", "unreachable-title"),
            .hidden
        ) {
            h2(.id("unreachable-title")) { "Omena can’t be reached" }
            p { "You’re offline, and this page may be out of date. You can review these decks:" }
            ul()
            p(.class("muted"), .hidden) {
                "Open a deck while you’re online to review it offline later."
            }
        }.write(to: &page)
    }
}
