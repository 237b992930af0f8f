import Languages

/// The address of a link to pass on; the page's script shows a button that copies it.
struct LinkField: HTML {
    static let id: StaticString = "link-address"

    let title: Phrase
    let address: String
    var isFocused = false

    func write(to page: inout HTMLWriter) {
        input(
            .class("input"),
            .id(Self.id),
            .type("text"),
            .text("value", address),
            .present("readonly"),
            .present("autofocus", if: isFocused),
            .ariaLabel(title),
            .fixed("dir", "ltr")
        ).write(to: &page)
        button(.class("btn"), .type("button"), .id("copy"), .reserved, .hidden) { "Copy link" }
            .write(to: &page)
    }
}
