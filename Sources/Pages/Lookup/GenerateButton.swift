import Languages

/// Fills in the form's fields; the page's script shows it.
struct GenerateButton: HTML {
    func write(to page: inout HTMLWriter) {
        div(
            .class("generate"),
            .id("generate"),
            .text("data-action", Route.generate().path),
            .text("data-warm", Route.warmUp.path),
            .reserved,
            .hidden
        ) {
            button(.class("btn"), .type("button")) {
                Icon.sprout.small
                span { "Generate" }
            }
            p(.class("hint"), .role("status"))
        }.write(to: &page)
    }
}
