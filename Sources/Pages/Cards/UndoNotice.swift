import Languages
import LibraryValues
import Notes

/// Says what was just changed and offers to undo it; a plain form, so that it works without a script.
struct UndoNotice: HTML {
    let change: Change?
    let back: ReturnPath

    func write(to page: inout HTMLWriter) {
        guard let change else { return }
        let route = Route.cards(change.isUndone ? .redo : .undo)
        form(.class("done-note"), .id("done"), .method("post"), .action(route)) {
            p(.role("status"), .dirAuto) {
                change.isUndone ? "Undone: \(change.says)" : change.says
            }
            HiddenField("id", change.id.description)
            HiddenField("back", back.path)
            button(.class("btn"), .type("submit")) {
                change.isUndone ? "Redo" : "Undo"
            }
        }.write(to: &page)
    }
}
