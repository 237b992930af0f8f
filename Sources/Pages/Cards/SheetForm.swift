import Languages

/// A form that stands alone on its page: a head with its title and the way out, its fields, and what ends it.
struct SheetForm: HTML {
    private let title: Phrase
    private let action: Route
    private let leave: Back
    private let saves: Phrase
    private let isUnsaved: Bool
    private let fields: Fragment
    private let aside: Fragment

    /// - Parameters:
    ///   - title: What the form is for.
    ///   - action: Where it goes.
    ///   - leave: Where it leads when it is given up.
    ///   - saves: What the button says that Enter presses.
    ///   - isUnsaved: Whether it holds what is nowhere else.
    ///   - fields: What is filled in.
    ///   - aside: What else can be done, beside the button that saves.
    init(
        title: Phrase,
        action: Route,
        leave: Back,
        saves: Phrase,
        isUnsaved: Bool,
        @HTMLBuilder fields: () -> Fragment,
        @HTMLBuilder aside: () -> Fragment
    ) {
        self.title = title
        self.action = action
        self.leave = leave
        self.saves = saves
        self.isUnsaved = isUnsaved
        self.fields = fields()
        self.aside = aside()
    }

    func write(to page: inout HTMLWriter) {
        form(
            .class("sheet"),
            .id("form"),
            .method("post"),
            .action(action),
            .fixed("autocomplete", "off"),
            .fixed("novalidate", ""),
            .present("data-unsaved", if: isUnsaved)
        ) {
            // Whatever Enter is pressed in, it is this button that is meant.
            button(
                .class("vh"),
                .type("submit"),
                .tabindex(-1),
                .ariaHidden,
                .fixed("name", "do"),
                .fixed("value", "save")
            ) { saves }
            header(.class("sheet-head")) {
                a(.class("icon-btn"), .href(leave), .ariaLabel("Close"), .id("close")) {
                    Icon.close.large
                }
                h1 { title }
            }
            div(.class("sheet-body")) { fields }
            footer(.class("sheet-foot")) {
                p(.class("error"), .id("failure"), .role("alert"), .hidden)
                aside
                button(
                    .class("btn btn-primary btn-big"),
                    .type("submit"),
                    .fixed("name", "do"),
                    .fixed("value", "save"),
                    .id("save")
                ) { saves }
            }
        }.write(to: &page)
    }
}

/// Gives a form up.
struct CancelLink: HTML {
    let leave: Back

    func write(to page: inout HTMLWriter) {
        a(.class("btn btn-quiet"), .href(leave), .id("cancel")) { "Cancel" }.write(to: &page)
    }
}
