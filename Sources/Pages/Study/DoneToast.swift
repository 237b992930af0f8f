import Languages
import LibraryValues
import Notes

/// Tells what was done with a card of a session, here or on the page that led here, and offers to undo it.
struct DoneToast: HTML {
    /// The change made on the page that led here.
    let done: Change?

    func write(to page: inout HTMLWriter) {
        div(
            .class("toast-place"),
            .id("done-toast"),
            .text("data-undo", done.flatMap { $0.isUndone ? nil : $0.id.description }),
            .hidden
        ) {
            div(.class("toast")) {
                p(.role("status"), .dirAuto) { done?.says ?? "" }
                button(.type("button")) { "Undo" }
            }
        }.write(to: &page)
    }
}
