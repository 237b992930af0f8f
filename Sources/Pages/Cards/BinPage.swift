import Languages
package import LibraryValues
package import Notes

/// The deleted notes, latest first: each can be restored, or all of them, or the bin emptied.
package struct BinPage: Page {
    private let list: NoteList
    private let now: Moment
    private let done: Change?
    private let settings: StudySettings

    /// - Parameter list: The part of the bin to show.
    package init(list: NoteList, now: Moment, done: Change?, settings: StudySettings) {
        self.list = list
        self.now = now
        self.done = done
        self.settings = settings
    }

    package func render() -> [UInt8] {
        Document(title: "Bin", assets: .list([.back, .trash]), settings: settings) {
            Shell(current: .cards) {
                header(.class("page-head")) {
                    BackLink(.cards(.list()))
                    h1 { "Bin" }
                }
                p(.class("muted")) {
                    list.notes.isEmpty
                        ? "The bin is empty." : "Deleted cards are kept here for 30 days."
                }
                if !list.notes.isEmpty {
                    whole
                    ul(.class("rows")) { Each(list.notes) { row($0) } }
                }
                if let next = list.next {
                    a(.class("btn btn-wide"), .href(.cards(.bin(after: next)))) { "Show more" }
                }
                UndoNotice(change: done, back: ReturnPath(.cards(.bin())))
            }
            StatusRegion()
        }.render()
    }

    /// What can be done with the whole bin; emptying it has to be confirmed.
    private var whole: some HTML {
        div(.class("bin-actions")) {
            form(.method("post"), .action(.cards(.bin()))) {
                submitButton("restore-all") { "Restore all" }
            }
            details {
                summary(.class("btn btn-quiet")) { "Empty the bin…" }
                form(.class("note warning"), .method("post"), .action(.cards(.bin()))) {
                    p {
                        "This deletes the cards permanently. Only backups will still contain them."
                    }
                    submitButton("empty", class: "btn btn-danger") {
                        Icon.trash.small
                        "Empty the bin"
                    }
                }
            }
        }
    }

    private func row(_ note: ListedNote) -> some HTML {
        li(.class("change-row")) {
            span {
                span(.class("says"), .lang(note.prompt.language), .dirAuto) { note.prompt.words }
                small(.class("muted")) { "\(deckTitle(note.deck)) · \(remaining(note))" }
            }
            form(.method("post"), .action(.cards(.bin()))) {
                HiddenField("note", note.id.description)
                button(
                    .class("btn btn-small"),
                    .type("submit"),
                    .ariaLabel("Restore \(note.prompt.words)")
                ) { "Restore" }
            }
        }
    }

    private func remaining(_ note: ListedNote) -> Phrase {
        let age = now.milliseconds - (note.binned ?? now).milliseconds
        return "\(max(1, 30 - Int(age / 86_400_000))) days left"
    }
}
