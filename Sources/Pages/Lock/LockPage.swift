package import Languages
package import Notes

/// The lock of a library that has one: how to lock, what unlocks, and what happened.
package struct LockPage: Page {
    private let slots: [LockSlot]
    private let idleMinutes: Int
    private let passkeys: PasskeyPlace
    private let trouble: Phrase?
    private let now: Moment
    private let settings: StudySettings

    /// After how many minutes a library may lock itself; 0 is never.
    package static let idleChoices = [1, 2, 5, 10, 15, 30, 60, 120, 0]

    /// - Parameters:
    ///   - slots: The ways to unlock, in the order in which they were added.
    ///   - idleMinutes: After how many minutes without a request it locks itself.
    ///   - passkeys: Where passkeys can be added.
    ///   - trouble: Why nothing was changed.
    ///   - now: When it is, for saying how long ago something was.
    ///   - settings: What the learner has settled about pages.
    package init(
        slots: [LockSlot],
        idleMinutes: Int,
        passkeys: PasskeyPlace,
        trouble: Phrase? = nil,
        now: Moment,
        settings: StudySettings
    ) {
        self.slots = slots
        self.idleMinutes = idleMinutes
        self.passkeys = passkeys
        self.trouble = trouble
        self.now = now
        self.settings = settings
    }

    /// The page in UTF-8.
    package func render() -> [UInt8] {
        Document(title: "Lock", parts: .lock, settings: settings) {
            Shell(current: .settings, kind: "page lock-page") {
                LockHead(title: "Lock", back: .settings())
                PasskeyTrouble(words: trouble)
                section(.class("group"), .aria("aria-labelledby", "locking")) {
                    h2(.id("locking"), .class("vh")) { "Locking" }
                    ul(.class("rows")) {
                        li(.class("set-row")) {
                            SettingWords(
                                title: "Lock now",
                                hint: "Also in the navigation of every page"
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
                        AddPasskey(place: passkeys)
                        a(.class("btn"), .href(.lockSettings(.passphrase()))) { "Add a passphrase" }
                        a(.class("btn"), .href(.lockSettings(.recoveryCode))) {
                            "New recovery code"
                        }
                    }
                }
                section(.class("group"), .aria("aria-labelledby", "more")) {
                    h2(.id("more"), .class("vh")) { "More" }
                    ul(.class("rows")) {
                        way("What happened when", "Unlocking, failures and changes", .history) {
                            "Show"
                        }
                        way(
                            "Change the key",
                            "For when somebody may know a key, or has a copy of one",
                            .key
                        ) { "Change" }
                        way("Turn the lock off", "The library becomes a plain file again", .off) {
                            "Turn off"
                        }
                    }
                }
            }
            Status()
        }.render()
    }

    private var idle: some HTML {
        form(.class("set-row"), .method("post"), .action(.lockSettings(.idle)), .id("idle-form")) {
            span(.class("what")) {
                label(.class("set-name"), .fixed("for", "idle")) { "Locks itself" }
                small { "After a while without use, and always when Omena stops" }
            }
            select(.class("input"), .id("idle"), .fixed("name", "minutes")) {
                Each(Self.idleChoices) { minutes in
                    option(
                        .number("value", minutes),
                        .present("selected", if: minutes == idleMinutes)
                    ) { minutes == 0 ? "by hand only" : "after \(minutes) minutes" }
                }
            }
            button(.type("submit"), .class("btn btn-small without-script")) { "Save" }
        }
    }

    private func way(
        _ title: Phrase,
        _ hint: Phrase,
        _ route: LockRoute,
        does: () -> Phrase
    ) -> some HTML {
        li(.class("set-row")) {
            SettingWords(title: title, hint: hint)
            a(.class("btn btn-small"), .href(.lockSettings(route))) {
                does()
                span(.class("vh")) { " \(title)" }
            }
        }
    }
}

/// The way back and the title.
struct LockHead: HTML {
    let title: Phrase
    let back: Route

    func write(to page: inout HTMLWriter) {
        header(.class("page-head lock-head")) {
            a(.class("icon-btn"), .href(back), .ariaLabel("Back")) { Icon.back.large }
            h1 { title }
        }.write(to: &page)
    }
}

extension Parts {
    static let lock = Parts(
        style: "css/lock.css",
        script: "js/lock.js",
        icons: Destination.allCases.map(\.icon)
            + [.back, .alert, .check, .cross, .key, .keyboard, .list, .lock]
    )
}
