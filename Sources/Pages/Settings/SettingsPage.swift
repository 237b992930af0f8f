internal import JSON
package import Languages
package import LibraryValues
package import Notes

/// All settings, the paired browsers, the backups, and facts about the library.
///
/// One plain form; its script saves each change at once and applies it to the page.
package struct SettingsPage: Page {
    private let form: SettingsForm
    private let isSaved: Bool
    private let browsers: [PairedBrowser]
    private let current: BrowserNumber?
    private let facts: LibraryFacts
    private let backups: [Backup]
    private let test: TestRestore?
    private let time: MomentFormatter
    private let now: Moment
    private let languages: [LanguageTag]

    /// - Parameters:
    ///   - isSaved: Whether the form was just submitted and all of it accepted.
    ///   - current: The browser that sends the request, if it is paired.
    ///   - backups: Latest first.
    ///   - test: The latest test restore.
    ///   - languages: The languages of the library's cards.
    package init(
        form: SettingsForm,
        isSaved: Bool = false,
        browsers: [PairedBrowser],
        current: BrowserNumber?,
        facts: LibraryFacts,
        backups: [Backup],
        test: TestRestore? = nil,
        time: MomentFormatter,
        now: Moment,
        languages: [LanguageTag] = []
    ) {
        self.form = form
        self.isSaved = isSaved
        self.browsers = browsers
        self.current = current
        self.facts = facts
        self.backups = backups
        self.test = test
        self.time = time
        self.now = now
        self.languages = languages
    }

    package func render() -> [UInt8] {
        let frame = PageFrame.current
        let isLocked = frame.isLockable
        let assets = PageAssets.framed(
            style: "css/settings.css",
            script: "js/settings.js",
            [.alert, .check, .minus, .plus, .fold, .speaker]
        )
        return Document(title: "Settings", assets: assets, settings: form.settings) {
            Shell(current: .settings) {
                header(.class("page-head")) { h1 { "Settings" } }
                if !form.flaws.isEmpty {
                    p(.class("note error"), .id("note"), .role("alert")) {
                        Icon.alert.small
                        span { "Some settings weren’t saved. Check the fields marked below." }
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
                        div {
                            StudyingFields(form: form)
                            AppearanceFields(settings: form.settings)
                            VoicePanel(languages: languages)
                        }
                        div {
                            AdvancedFields(form: form)
                            SettingsLink(
                                id: "lookup",
                                heading: "Generate",
                                title: "Definitions and translations",
                                hint: "From dictionaries on this computer, or a language model",
                                action: "Set up",
                                object: "sources for Generate",
                                address: Route.lookup.path
                            )
                            SettingsLink(
                                id: "map-settings",
                                heading: "Map",
                                title: "Map image sources",
                                hint: "OpenStreetMap and Sentinel-2, or others",
                                action: "Set up",
                                object: "map image sources",
                                address: Route.mapSources.path
                            )
                            SettingsLink(
                                id: "sync",
                                heading: "Sync",
                                title: "Your cards on other computers",
                                hint: "Copies of your library that stay the same",
                                action: "Set up",
                                object: "sync",
                                address: Route.sync(.overview).path
                            )
                            if let refusal = frame.lockRefusal {
                                SettingGroup(id: "lock", title: "Lock") {
                                    li(.class("set-row")) {
                                        SettingLabel(
                                            title: "Your library has no lock",
                                            hint: refusal
                                        )
                                    }
                                }
                            } else {
                                SettingsLink(
                                    id: "lock",
                                    heading: "Lock",
                                    title: isLocked
                                        ? "Your library can be locked" : "Your library has no lock",
                                    hint: isLocked
                                        ? "Ways to unlock, and automatic locking"
                                        : "Encrypted with a passkey or passphrase, so only you can read it",
                                    action: isLocked ? "Change" : "Set up",
                                    object: "the lock",
                                    address: Route.lockSettings(.overview).path
                                )
                            }
                            if let learner = frame.learner {
                                SettingsLink(
                                    id: "account",
                                    heading: "Account",
                                    title: "Signed in as \(learner)",
                                    hint: "Sign out, or sign in as somebody else",
                                    action: "Change",
                                    object: "who is learning",
                                    address: AccountsRoute.people.path
                                )
                                SettingsLink(
                                    id: "classes",
                                    heading: "Classes",
                                    title: "Decks that a teacher shares",
                                    hint: "New editions, what the teacher sees, and leaving",
                                    action: "Open",
                                    object: "your classes",
                                    address: ClassesRoute.all.path
                                )
                            } else {
                                SettingsLink(
                                    id: "connections",
                                    heading: "Connections",
                                    title: "Programs made for Anki",
                                    hint:
                                        "Pop-up dictionaries, video players and others that add cards",
                                    action: "Set up",
                                    object: "which programs may use your cards",
                                    address: Route.connect(.overview).path
                                )
                            }
                            SettingsLink(
                                id: "help",
                                heading: "Help",
                                title: "Manual",
                                hint: "How everything works, also without a network",
                                action: "Open",
                                object: "the manual",
                                address: Route.help().path
                            )
                            if frame.learner == nil {
                                BrowserList(browsers: browsers, current: current, now: now)
                            }
                            BackupPanel(backups: backups, test: test, formatter: time)
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
                SavedToast()
            }
            StatusRegion()
            DataBlock(id: "retention-words", json: JSONCoding.bytes(of: RetentionDescription.all))
        }.render()
    }
}

/// Where the page's script says whether a change was saved.
private struct SavedToast: HTML {
    func write(to page: inout HTMLWriter) {
        div(.class("toast-place"), .id("saved"), .hidden) {
            div(.class("toast")) {
                p()
                button(.type("button"), .hidden) { "Try again" }
            }
        }.write(to: &page)
    }
}
