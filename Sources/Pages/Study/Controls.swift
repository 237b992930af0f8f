/// Under the cards: everything that a gesture does, as buttons at the thumb.
struct Controls: HTML {
    func write(to page: inout HTMLWriter) {
        div(.class("controls"), .id("controls"), .inert) {
            div(.class("pick")) {
                p(.id("hint")) { "Swipe right if you remembered, left if you didn’t." }
                Unsaved()
            }
            div(.class("answers")) {
                div(.class("answers-in"), .id("answers")) {
                    button(.class("btn btn-primary btn-big show"), .id("show"), .type("button")) {
                        "Show answer"
                        span(.class("kbd"), .ariaHidden) { "Space" }
                    }
                    button(
                        .class("btn grade wrong"),
                        .id("wrong"),
                        .type("button"),
                        .aria("aria-describedby", "d-wrong")
                    ) {
                        Icon.cross.large
                        "Wrong"
                    }
                    button(
                        .class("btn grade right"),
                        .id("right"),
                        .type("button"),
                        .aria("aria-describedby", "d-right")
                    ) {
                        Icon.check.large
                        "Correct"
                    }
                }
            }
            p(.class("vh"), .id("d-wrong")) { "Mark your answer as being incorrect." }
            p(.class("vh"), .id("d-right")) { "Mark your answer as being correct." }
        }.write(to: &page)
    }
}
