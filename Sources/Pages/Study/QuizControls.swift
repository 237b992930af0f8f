import Languages

/// The controls below the card of a quiz: answers to choose from or a field for typing one, then the verdict.
struct QuizControls: HTML {
    /// How many answers to leave room for until the page's script offers them; fewer than two for a field.
    let choices: Int

    private var isTyped: Bool { choices < 2 }

    func write(to page: inout HTMLWriter) {
        ul(
            .class("choices"),
            .id("choices"),
            .ariaLabel("Answers"),
            .present("hidden", if: isTyped)
        ) {
            Each(0..<choices) { _ in
                li { span(.class("btn choice"), .ariaHidden) }
            }
        }.write(to: &page)
        form(.class("typing"), .id("typing"), .present("hidden", if: !isTyped)) {
            label(.class("vh"), .fixed("for", "field")) { "Your answer" }
            input(
                .class("input head"),
                .id("field"),
                .type("text"),
                .dirAuto,
                .fixed("autocomplete", "off"),
                .fixed("autocapitalize", "off"),
                .fixed("autocorrect", "off"),
                .fixed("spellcheck", "false"),
                .fixed("enterkeyhint", "done"),
                .fixed("maxlength", "500")
            )
            button(.class("btn btn-primary btn-big")) { "Check" }
        }.write(to: &page)
        div(.id("verdict"), .class("verdict"), .role("status"), .hidden).write(to: &page)
        div(.class("answers")) {
            div(.id("giving-up")) {
                button(.class("btn btn-wide"), .id("show"), .type("button")) { "Show answer" }
            }
            div(.class("after"), .id("after"), .hidden) {
                button(.class("btn btn-primary btn-big"), .id("count"), .type("button")) {
                    "Count as correct"
                }
                button(.class("btn btn-primary btn-big"), .id("continue"), .type("button")) {
                    span { "Continue" }
                }
            }
        }.write(to: &page)
        template(.id("choice")) {
            li {
                button(.class("btn choice"), .type("button")) {
                    span(.class("key"), .ariaHidden)
                    span(.class("txt"), .dirAuto)
                    span(.class("mark")) {
                        span(.class("outcome"))
                        Icon.none.small
                    }
                }
            }
        }.write(to: &page)
        template(.id("verdict-parts")) {
            div {
                p(.class("head")) {
                    Icon.check.large
                    b()
                }
                p(.class("answer-line")) {
                    "The answer:"
                    " "
                    bdi()
                }
                p(.class("marked")) {
                    "You wrote:"
                    " "
                    bdi(.class("typed"))
                }
                p(.class("slips"))
            }
        }.write(to: &page)
    }
}
