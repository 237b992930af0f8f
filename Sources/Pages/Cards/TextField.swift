import Languages

/// One line of text with its name above it, and why it was refused below.
struct TextField: HTML {
    let name: StaticString
    let id: String
    let title: Phrase
    let value: String
    let flaw: Phrase?
    var hint: Phrase?
    var isFocused = false

    func write(to page: inout HTMLWriter) {
        div(.class("field")) {
            label(.text("for", id)) { title }
            input(
                .class("input"),
                .text("id", id),
                .type("text"),
                .fixed("name", name),
                .text("value", value),
                .placeholder(hint),
                .dirAuto,
                .present("autofocus", if: isFocused),
                .text("aria-invalid", flaw == nil ? nil : "true"),
                .text("aria-describedby", flaw == nil ? nil : "flaw-\(id)")
            )
            FieldFlaw(id: "flaw-\(id)", words: flaw)
        }.write(to: &page)
    }
}
