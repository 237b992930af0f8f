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
            h2(.id("unreachable-title")) { "Omena cannot be reached" }
            p { "What you see is from before. These can be reviewed without a network:" }
            ul()
            p(.class("muted"), .hidden) {
                "Open a deck while there is a network, and its reviews are kept here."
            }
        }.write(to: &page)
    }
}
