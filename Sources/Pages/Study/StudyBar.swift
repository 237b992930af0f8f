/// Above the cards: the way out, how far it is, and the way back.
struct StudyBar: HTML {
    let count: Int

    func write(to page: inout HTMLWriter) {
        header(.class("study-bar")) {
            a(.class("icon-btn"), .id("leave"), .href(.home), .ariaLabel("Leave session")) {
                Icon.close.large
            }
            div(
                .class("progress"),
                .id("progress"),
                .role("img"),
                .ariaLabel("0 of \(counted(count, "card", "cards")) done")
            ) { i() }
            button(
                .class("icon-btn"),
                .id("undo"),
                .type("button"),
                .ariaLabel("Undo"),
                .fixed("title", "Undo the last answer"),
                .aria("aria-disabled", "true")
            ) { Icon.undo.large }
            button(
                .class("icon-btn for-keys"),
                .id("shortcuts-button"),
                .type("button"),
                .ariaLabel("Keyboard shortcuts"),
                .aria("aria-haspopup", "dialog")
            ) { Icon.keyboard.large }
        }.write(to: &page)
    }
}
