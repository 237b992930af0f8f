import Languages
import LibraryValues
import Notes

/// Says what was just done, and offers the way back; a plain form, so that it works without the page's script.
struct DoneNote: HTML {
    let change: Change?
    let back: Back

    func write(to page: inout HTMLWriter) {
        guard let change else { return }
        Pages.form(.class("done-note"), .id("done"), .method("post"), .action(turn(change))) {
            p(.role("status"), .dirAuto) {
                change.isUndone ? "Undone: \(change.says)" : change.says
            }
            input(.type("hidden"), .fixed("name", "id"), .text("value", change.id.description))
            input(.type("hidden"), .fixed("name", "back"), .text("value", back.path))
            button(.class("btn"), .type("submit")) {
                change.isUndone ? "Do it again" : "Undo"
            }
        }.write(to: &page)
    }

    private func turn(_ change: Change) -> Route { .cards(change.isUndone ? .redo : .undo) }
}
