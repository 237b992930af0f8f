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

/// The list of keys that `?` opens.
struct ShortcutSheet: HTML {
    func write(to page: inout HTMLWriter) {
        dialog(.class("sheet"), .id("shortcuts"), .aria("aria-labelledby", "shortcuts-title")) {
            h2(.id("shortcuts-title")) { "Keyboard shortcuts" }
            dl(.class("shortcuts")) {
                Each(Self.shortcuts) { shortcut in
                    div {
                        dt { Each(shortcut.keys) { key in kbd { key } } }
                        dd { shortcut.meaning }
                    }
                }
            }
            form(.method("dialog")) {
                button(.class("btn btn-wide")) { "Close" }
            }
        }.write(to: &page)
    }

    private static let shortcuts: [(keys: [String], meaning: String)] = [
        (["Space", "Enter"], "Turn the card"),
        (["→", "2", "3", "4"], "Correct"),
        (["←", "1"], "Wrong"),
        (["U", "Ctrl Z"], "Undo the last answer"),
        (["Esc"], "Leave the session"),
        (["?"], "Show this list"),
    ]
}
