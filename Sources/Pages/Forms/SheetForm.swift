import Languages

/// A form on a page of its own: a header with its title and a close button, its fields, and the buttons that end it.
struct SheetForm: HTML {
    let title: Phrase
    let action: Route
    /// Where closing and cancelling lead.
    let exit: ReturnPath
    var saveLabel: Phrase = "Save"
    /// Whether the form holds changes that are stored nowhere else.
    var isUnsaved = false
    /// Names the button that deletes what the form shows; nil for a link that cancels.
    var deleteLabel: Phrase?
    var deleteID: String?
    /// What saving means now or how far it is, beside the button, where it moves nothing that the learner is about to press.
    var notice = Fragment()
    @HTMLBuilder let fields: () -> Fragment

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
            // Enter presses the first submit button of a form, whatever the focused field.
            button(
                .class("vh"),
                .type("submit"),
                .tabindex(-1),
                .ariaHidden,
                .fixed("name", "do"),
                .fixed("value", "save")
            ) { saveLabel }
            SheetHeader(title: title, exit: exit)
            div(.class("sheet-body")) { fields() }
            footer(.class("sheet-foot")) {
                notice
                p(.class("error"), .id("failure"), .role("alert"), .hidden)
                if let deleteLabel {
                    submitButton("delete", class: "btn btn-quiet", .text("id", deleteID)) {
                        Icon.trash.small
                        deleteLabel
                    }
                } else {
                    CancelLink(exit: exit)
                }
                submitButton("save", class: "btn btn-primary btn-big", .id("save")) { saveLabel }
            }
        }.write(to: &page)
    }
}

struct SheetHeader: HTML {
    let title: Phrase
    let exit: ReturnPath

    func write(to page: inout HTMLWriter) {
        header(.class("sheet-head")) {
            a(.class("icon-btn"), .href(exit), .ariaLabel("Close"), .id("close")) {
                Icon.close.large
            }
            h1 { title }
        }.write(to: &page)
    }
}

struct CancelLink: HTML {
    let exit: ReturnPath

    func write(to page: inout HTMLWriter) {
        a(.class("btn btn-quiet"), .href(exit), .id("cancel")) { "Cancel" }.write(to: &page)
    }
}
