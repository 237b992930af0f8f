import Languages

/// The map of a card that asks for a place, and the pins to choose from instead, for the script to copy.
struct MapQuestionTemplate: HTML {
    func write(to page: inout HTMLWriter) {
        template(.id("finding")) {
            div(.class("finding")) {
                div(.class("chart"))
                p(.class("credit"), .reserved, .hidden)
                p(.class("found"), .role("status"))
                div(.class("four")) {
                    button(.class("btn btn-small four-ask"), .type("button"))
                    div(.class("four-pins"), .role("group"), .ariaLabel("Pins"), .hidden)
                }
            }
        }.write(to: &page)
    }
}
