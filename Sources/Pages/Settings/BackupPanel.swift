import Languages
import LibraryValues

/// The backups beside the library, with a button to create one, links to restore each, and the result of the latest test.
struct BackupPanel: HTML {
    let backups: [Backup]
    let test: TestRestore?
    let formatter: MomentFormatter

    func write(to page: inout HTMLWriter) {
        section(.class("group"), .aria("aria-labelledby", "backups")) {
            h2(.id("backups")) { "Backups" }
            div(.class("rows")) {
                div(.class("set-row")) {
                    SettingLabel(title: "Last backup", hint: latest)
                    // The settings are one form; this button submits another one after it.
                    button(.type("submit"), .class("btn btn-small"), .fixed("form", "back-up")) {
                        "Back up now"
                    }
                }
                if let test {
                    div(.class("set-row")) {
                        SettingLabel(title: "Last test of a backup", hint: words(for: test))
                    }
                }
                if !backups.isEmpty {
                    details(.class("backups")) {
                        summary {
                            Icon.fold.small
                            span { "\(backups.count) backups" }
                        }
                        ul { Each(backups) { row($0) } }
                    }
                }
            }
        }.write(to: &page)
    }

    private var latest: Phrase {
        guard let backup = backups.first else {
            return "None yet. Omena backs up automatically each day you study."
        }
        return
            "\(formatter.text(for: backup.name.moment)). Omena backs up automatically each day you study."
    }

    private func words(for test: TestRestore) -> Phrase {
        let time = formatter.text(for: test.at)
        return switch test.outcome {
        case .restored(_, missingMedia: 0):
            "\(time). Each week, Omena tests whether your latest backup can be restored, and it can."
        case .restored(_, let missingMedia):
            "\(time). Your latest backup can be restored, but \(missingMedia) pictures or sounds are missing."
        case .failed:
            "\(time). Your latest backup couldn’t be restored, so Omena made another one. If this happens again, run “omena check” and “omena doctor”."
        }
    }

    private func row(_ backup: Backup) -> some HTML {
        let time = formatter.text(for: backup.name.moment)
        return li(.class("set-row")) {
            SettingLabel(
                title: time,
                hint: "\(backup.name.reason.words) · \(sizeText(bytes: backup.bytes))"
            )
            a(.class("btn btn-small"), .href(.backup(backup.name))) {
                "Restore"
                span(.class("vh")) { " \(time)" }
            }
        }
    }
}

/// The form of the button above; HTML does not allow a form inside another.
struct BackupForm: HTML {
    func write(to page: inout HTMLWriter) {
        form(.method("post"), .action(.backups), .id("back-up")).write(to: &page)
    }
}

extension BackupName.Reason {
    var words: Phrase {
        switch self {
        case .day: "After a day of study"
        case .asked: "Made by you"
        case .beforeImport: "Before an import"
        case .beforeUpdate: "Before an Omena update"
        case .beforeRepair: "Before a repair"
        case .replaced: "Before restoring another backup"
        }
    }
}
