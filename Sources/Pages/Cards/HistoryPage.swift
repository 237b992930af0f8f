import Languages
package import LibraryValues
package import Notes

/// The latest changes, newest first, each of which can be undone while no later change depends on it.
package struct HistoryPage: Page {
    private let changes: [Change]
    private let now: Moment
    private let done: Change?
    private let settings: StudySettings

    /// - Parameter changes: Newest first.
    package init(changes: [Change], now: Moment, done: Change?, settings: StudySettings) {
        self.changes = changes
        self.now = now
        self.done = done
        self.settings = settings
    }

    package func render() -> [UInt8] {
        Document(title: "History", assets: .list([.back]), settings: settings) {
            Shell(current: .cards) {
                header(.class("page-head")) {
                    BackLink(.cards(.list()))
                    h1 { "History" }
                }
                if changes.isEmpty {
                    p(.class("muted")) { "No changes yet." }
                } else {
                    ul(.class("rows")) { Each(changes) { row($0) } }
                }
                UndoNotice(change: done, back: ReturnPath(.cards(.history())))
            }
            StatusRegion()
        }.render()
    }

    private func row(_ change: Change) -> some HTML {
        let action: Phrase = change.isUndone ? "Redo" : "Undo"
        return li(.class("change-row")) {
            span {
                span(.class("says"), .dirAuto) { change.says }
                small(.class("muted")) {
                    change.isUndone
                        ? "\(ago(change.moment, now: now)), undone" : ago(change.moment, now: now)
                }
            }
            form(.method("post"), .action(.cards(change.isUndone ? .redo : .undo))) {
                HiddenField("id", change.id.description)
                HiddenField("back", Route.cards(.history()).path)
                button(
                    .class("btn btn-small"),
                    .type("submit"),
                    .ariaLabel("\(action): \(change.says)")
                ) { action }
            }
        }
    }
}
