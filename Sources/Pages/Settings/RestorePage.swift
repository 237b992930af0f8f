internal import Languages
package import LibraryValues
package import Notes

/// Asks for confirmation before replacing the library with a backup; works without scripts.
package struct RestorePage: Page {
    private let backup: Backup
    private let time: MomentFormatter
    private let settings: StudySettings

    package init(backup: Backup, time: MomentFormatter, settings: StudySettings) {
        self.backup = backup
        self.time = time
        self.settings = settings
    }

    package func render() -> [UInt8] {
        Document(title: "Restore a backup", assets: .plain, settings: settings) {
            main(.class("plain"), .id("main")) {
                Logo("plain-art")
                h1 { "Go back to this backup?" }
                p {
                    "\(time.text(for: backup.name.moment)). \(backup.name.reason.words)."
                }
                p(.class("muted")) {
                    "All cards, answers and settings go back to what they were then. What you have now is kept as its own backup, so you can return to it. Answers that other devices haven’t sent yet are lost."
                }
                form(.method("post"), .action(.backup(backup.name))) {
                    a(.class("btn btn-big btn-wide"), .href(.settings())) { "Cancel" }
                    button(.type("submit"), .class("btn btn-danger btn-big btn-wide")) {
                        "Restore"
                    }
                }
            }
        }.render()
    }
}
