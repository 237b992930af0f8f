import Languages

/// One line of text with its label above, and below why it was rejected.
struct TextField: HTML {
    let name: StaticString
    let id: String
    let title: Phrase
    let value: String
    var flaw: Phrase?
    var hint: Phrase?
    var isFocused = false

    func write(to page: inout HTMLWriter) {
        Field(id, title) {
            input(
                .class("input"),
                .text("id", id),
                .type("text"),
                .fixed("name", name),
                .text("value", value),
                .placeholder(hint),
                .dirAuto,
                .present("autofocus", if: isFocused),
                .isInvalid(flaw),
                .describedBy(flaw, id: "flaw-\(id)")
            )
            FieldError(id: "flaw-\(id)", words: flaw)
        }.write(to: &page)
    }
}
