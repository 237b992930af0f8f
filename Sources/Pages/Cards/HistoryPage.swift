import Languages
package import LibraryValues
package import Notes

/// What was changed, newest first; each can be taken back as long as nothing stands on it.
package struct HistoryPage: Page {
    private let changes: [Change]
    private let now: Moment
    private let done: Change?
    private let settings: StudySettings

    /// - Parameters:
    ///   - changes: The latest ones, newest first.
    ///   - now: When it is, for saying how long ago something was.
    ///   - done: What was just done.
    ///   - settings: What the learner has settled about pages.
    package init(changes: [Change], now: Moment, done: Change?, settings: StudySettings) {
        self.changes = changes
        self.now = now
        self.done = done
        self.settings = settings
    }

    /// The page in UTF-8.
    package func render() -> [UInt8] {
        Document(title: "History", parts: .history, settings: settings) {
            Shell(current: .cards) {
                header(.class("page-head")) { h1 { "History" } }
                if changes.isEmpty {
                    p(.class("muted")) { "Nothing was changed yet." }
                } else {
                    ul(.class("rows")) { Each(changes) { row($0) } }
                }
                DoneNote(change: done, back: Back(.cards(.history())))
            }
            Status()
        }.render()
    }

    private func row(_ change: Change) -> some HTML {
        let turn: Phrase = change.isUndone ? "Do again" : "Undo"
        return li(.class("change-row")) {
            span {
                span(.class("says"), .dirAuto) { change.says }
                small(.class("muted")) {
                    change.isUndone
                        ? "\(ago(change.moment, now: now)), undone" : ago(change.moment, now: now)
                }
            }
            form(.method("post"), .action(.cards(change.isUndone ? .redo : .undo))) {
                input(.type("hidden"), .fixed("name", "id"), .text("value", change.id.description))
                input(
                    .type("hidden"),
                    .fixed("name", "back"),
                    .text("value", Route.cards(.history()).path)
                )
                button(
                    .class("btn btn-small"),
                    .type("submit"),
                    .ariaLabel("\(turn): \(change.says)")
                ) { turn }
            }
        }
    }
}

extension Parts {
    static let history = Parts(
        style: "css/list.css",
        script: "js/dropping.js",
        icons: Destination.allCases.map(\.icon)
    )
}
