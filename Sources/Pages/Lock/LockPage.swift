package import Languages
package import Notes

/// The settings of the lock of a library that has one.
package struct LockPage: Page {
    private let slots: [LockSlot]
    private let idleMinutes: Int
    private let passkeys: PasskeyAvailability
    private let problem: Phrase?
    private let now: Moment
    private let settings: StudySettings

    /// The minutes after which a library may lock itself; 0 is never.
    package static let idleChoices = [1, 2, 5, 10, 15, 30, 60, 120, 0]

    /// - Parameters:
    ///   - slots: In the order in which they were added.
    ///   - idleMinutes: After how many minutes without a request the library locks itself.
    ///   - problem: Why nothing was changed.
    package init(
        slots: [LockSlot],
        idleMinutes: Int,
        passkeys: PasskeyAvailability,
        problem: Phrase? = nil,
        now: Moment,
        settings: StudySettings
    ) {
        self.slots = slots
        self.idleMinutes = idleMinutes
        self.passkeys = passkeys
        self.problem = problem
        self.now = now
        self.settings = settings
    }

    package func render() -> [UInt8] {
        Document(title: "Lock", assets: .lock, settings: settings) {
            Shell(current: .settings, kind: "page lock-page") {
                LockHeader(title: "Lock", back: .settings())
                LockAlert(words: problem)
                HelpLink("lock", about: "Lock")
                section(.class("group"), .aria("aria-labelledby", "locking")) {
                    h2(.id("locking"), .class("vh")) { "Locking" }
                    ul(.class("rows")) {
                        li(.class("set-row")) {
                            SettingLabel(
                                title: "Lock now",
                                hint: "Also in every page’s navigation"
                            )
                            form(.method("post"), .action(.lock)) {
                                button(.type("submit"), .class("btn btn-small")) {
                                    Icon.lock.small
                                    span { "Lock now" }
                                }
                            }
                        }
                        li { idle }
                    }
                }
                section(.class("group"), .aria("aria-labelledby", "ways")) {
                    h2(.id("ways")) { "Ways to unlock" }
                    LockSlotList(slots: slots, now: now)
                    div(.class("lock-add")) {
                        AddPasskeyButton(availability: passkeys)
                        a(.class("btn"), .href(.lockSettings(.passphrase()))) { "Add a passphrase" }
                        a(.class("btn"), .href(.lockSettings(.recoveryCode))) {
                            "New recovery code"
                        }
                    }
                }
                section(.class("group"), .aria("aria-labelledby", "more")) {
                    h2(.id("more"), .class("vh")) { "More" }
                    ul(.class("rows")) {
                        row(
                            "Activity log",
                            "Unlocks, failed attempts and changes",
                            "Show",
                            .history
                        )
                        row(
                            "Change the key",
                            "If somebody may know a key or have a copy of one",
                            "Change",
                            .key
                        )
                        row(
                            "Turn the lock off",
                            "The library becomes a plain file again",
                            "Turn off",
                            .off
                        )
                    }
                }
            }
            StatusRegion()
        }.render()
    }

    private var idle: some HTML {
        form(
            .class("set-row"),
            .method("post"),
            .action(.lockSettings(.idle)),
            .id("idle-form"),
            .fixed("autocomplete", "off")
        ) {
            span(.class("what")) {
                label(.class("set-name"), .fixed("for", "idle")) { "Lock automatically" }
                small { "When not used for a while, and always when Omena stops" }
            }
            select(.class("input"), .id("idle"), .fixed("name", "minutes")) {
                Each(Self.idleChoices) { minutes in
                    selectOption("\(minutes)", isSelected: minutes == idleMinutes) {
                        minutes == 0 ? "only when you lock it" : "after \(minutes) minutes"
                    }
                }
            }
            button(.type("submit"), .class("btn btn-small without-script")) { "Save" }
        }
    }

    private func row(
        _ title: Phrase,
        _ hint: Phrase,
        _ action: Phrase,
        _ route: LockRoute
    ) -> some HTML {
        li(.class("set-row")) {
            SettingLabel(title: title, hint: hint)
            a(.class("btn btn-small"), .href(.lockSettings(route))) {
                action
                span(.class("vh")) { " \(title)" }
            }
        }
    }
}

/// A link back, and the title.
struct LockHeader: HTML {
    let title: Phrase
    let back: Route

    func write(to page: inout HTMLWriter) {
        header(.class("page-head lock-head")) {
            BackLink(back)
            h1 { title }
        }.write(to: &page)
    }
}

extension PageAssets {
    static let lock = PageAssets.framed(
        style: "css/lock.css",
        script: "js/lock.js",
        [.back, .alert, .check, .cross, .key, .keyboard, .list, .lock]
    )
}
