internal import JSON
package import Languages
package import Library
package import Notes

/// All that a learner may settle, who may come from elsewhere, and what the library holds.
///
/// It is one plain form; its script sends each change at once and lets the page follow it.
package struct SettingsPage: Page {
    private let form: SettingsForm
    private let isSaved: Bool
    private let browsers: [PairedBrowser]
    private let current: BrowserNumber?
    private let facts: LibraryFacts
    private let backups: [Backup]
    private let time: SpokenTime
    private let now: Moment
    private let languages: [LanguageTag]

    /// - Parameters:
    ///   - form: What holds, and what was refused.
    ///   - isSaved: Whether the form was just sent, and taken whole.
    ///   - browsers: Those that may come from elsewhere.
    ///   - current: The one that asks, if it had to be paired.
    ///   - facts: What the library holds.
    ///   - backups: Those beside it, the latest first.
    ///   - time: Says when they were made.
    ///   - now: When it is, for saying how long ago something was.
    ///   - languages: Those that cards are written in.
    package init(
        form: SettingsForm,
        isSaved: Bool = false,
        browsers: [PairedBrowser],
        current: BrowserNumber?,
        facts: LibraryFacts,
        backups: [Backup],
        time: SpokenTime,
        now: Moment,
        languages: [LanguageTag] = []
    ) {
        self.form = form
        self.isSaved = isSaved
        self.browsers = browsers
        self.current = current
        self.facts = facts
        self.backups = backups
        self.time = time
        self.now = now
        self.languages = languages
    }

    /// The page in UTF-8.
    package func render() -> [UInt8] {
        Document(title: "Settings", parts: .settings, settings: form.settings) {
            Shell(current: .settings) {
                header(.class("page-head")) { h1 { "Settings" } }
                if !form.flaws.isEmpty {
                    p(.class("note error"), .id("note"), .role("alert")) {
                        Icon.alert.small
                        span { "Not everything could be saved: see the fields marked below." }
                    }
                } else if isSaved {
                    p(.class("note done"), .id("note"), .role("status")) {
                        Icon.check.small
                        span { "Saved" }
                    }
                }
                Pages.form(
                    .method("post"),
                    .action(.settings()),
                    .id("settings"),
                    .fixed("autocomplete", "off")
                ) {
                    div(.class("groups")) {
                        div { StudyingFields(form: form) }
                        div {
                            ComfortFields(settings: form.settings)
                            FineTuning(form: form)
                            VoicePanel(languages: languages)
                            LookupPanel()
                            MapPanel()
                            LockPanel()
                            BrowserList(browsers: browsers, current: current, now: now)
                            BackupPanel(backups: backups, clock: time)
                            LibraryPanel(facts: facts)
                        }
                    }
                    div(.class("save")) {
                        button(.type("submit"), .class("btn btn-primary btn-big btn-wide")) {
                            "Save"
                        }
                    }
                }
                BackupForm()
                Saved()
            }
            Status()
            DataBlock(id: "retention-words", json: JSONCoding.bytes(of: RetentionWords.all))
        }.render()
    }
}

extension Parts {
    fileprivate static let settings = Parts(
        style: "css/settings.css",
        script: "js/settings.js",
        icons: Destination.allCases.map(\.icon) + [.alert, .check, .minus, .plus, .fold, .speaker]
    )
}

/// Where the page's script says that a change is kept, or is not.
private struct Saved: HTML {
    func write(to page: inout HTMLWriter) {
        div(.class("toast-place"), .id("saved"), .hidden) {
            div(.class("toast")) {
                p()
                button(.type("button"), .hidden) { "Try again" }
            }
        }.write(to: &page)
    }
}
