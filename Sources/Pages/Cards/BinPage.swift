import Languages
package import LibraryValues
package import Notes

/// What was deleted, the latest first; each can be brought back.
package struct BinPage: Page {
    private let list: NoteList
    private let now: Moment
    private let done: Change?
    private let settings: StudySettings

    /// - Parameters:
    ///   - list: The stretch to show.
    ///   - now: When it is, for saying how long each stays.
    ///   - done: What was just done.
    ///   - settings: What the learner has settled about pages.
    package init(list: NoteList, now: Moment, done: Change?, settings: StudySettings) {
        self.list = list
        self.now = now
        self.done = done
        self.settings = settings
    }

    /// The page in UTF-8.
    package func render() -> [UInt8] {
        Document(title: "Bin", parts: .history, settings: settings) {
            Shell(current: .cards) {
                header(.class("page-head")) { h1 { "Bin" } }
                p(.class("muted")) {
                    list.notes.isEmpty
                        ? "The bin is empty." : "Deleted cards stay here for 30 days."
                }
                if !list.notes.isEmpty {
                    ul(.class("rows")) { Each(list.notes) { row($0) } }
                }
                if let next = list.next {
                    a(.class("btn btn-wide"), .href(.cards(.bin(after: next)))) { "Show more" }
                }
                DoneNote(change: done, back: Back(.cards(.bin())))
            }
            Status()
        }.render()
    }

    private func row(_ note: ListedNote) -> some HTML {
        li(.class("change-row")) {
            span {
                span(.class("says"), .lang(note.prompt.language), .dirAuto) { note.prompt.words }
                small(.class("muted")) { "\(note.deck) · \(left(note))" }
            }
            form(.method("post"), .action(.cards(.bin()))) {
                input(.type("hidden"), .fixed("name", "note"), .text("value", note.id.description))
                button(
                    .class("btn btn-small"),
                    .type("submit"),
                    .ariaLabel("Restore \(note.prompt.words)")
                ) { "Restore" }
            }
        }
    }

    private func left(_ note: ListedNote) -> Phrase {
        let age = now.milliseconds - (note.binned ?? now).milliseconds
        return "\(max(1, 30 - Int(age / 86_400_000))) days left"
    }
}
