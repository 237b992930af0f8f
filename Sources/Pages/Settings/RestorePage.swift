internal import Languages
package import LibraryValues
package import Notes

/// Asks whether a backup shall really be put in the place of the library; it works without a script.
package struct RestorePage: Page {
    private let backup: Backup
    private let time: SpokenTime
    private let settings: StudySettings

    /// - Parameters:
    ///   - backup: The one to bring back.
    ///   - time: Says when it was made.
    ///   - settings: What the learner has settled.
    package init(backup: Backup, time: SpokenTime, settings: StudySettings) {
        self.backup = backup
        self.time = time
        self.settings = settings
    }

    /// The page in UTF-8.
    package func render() -> [UInt8] {
        Document(
            title: "Restore a backup",
            parts: Parts(style: "css/plain.css"),
            settings: settings
        ) {
            main(.class("plain"), .id("main")) {
                Logo("plain-art")
                h1 { "Go back to this backup?" }
                p {
                    "\(time.words(for: backup.name.moment)). \(backup.name.reason.words)."
                }
                p(.class("muted")) {
                    "All cards, answers and settings become what they were then. What is here now is kept as a backup of its own, so that you can come back to it. Answers that other devices have not sent yet are not taken."
                }
                form(.method("post"), .action(.backup(backup.name))) {
                    a(.class("btn btn-big btn-wide"), .href(.settings())) { "Stay here" }
                    button(.type("submit"), .class("btn btn-danger btn-big btn-wide")) {
                        "Restore"
                    }
                }
            }
        }.render()
    }
}
